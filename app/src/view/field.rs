//! One field of the form: label, input, what it means, and what is wrong with it.

use leptos::prelude::*;
use race_core::packet::Split;
use race_core::race::field::{Field, FieldError, Kind};

use super::Cx;
use super::dom::{El, choice, el, ticked, typed};

/// A field: label, input, what it means, and what is wrong with it.
pub fn field(cx: Cx, field: &'static Field) -> El {
    let name = field.name;
    let (label, hint) = cx.words.field(name);
    let (id, hint_id, error_id) =
        (format!("field-{name}"), format!("hint-{name}"), format!("error-{name}"));
    let input = input(cx, field)
        .test(&id)
        .set("id", &id)
        .set("aria-describedby", &format!("{error_id} {hint_id}"));
    let head = el("label", "").set("for", &id);
    let whole = match field.kind {
        Kind::Switch => el("div", "form-field tick").add(head.add(input).say(label)),
        _ => el("div", "form-field").add(head.say(label)).add(input),
    };
    let wrong = el("p", "wrong").set("id", &error_id).test(&error_id);
    whole
        .add(wrong.says(move || error(cx, name)))
        .add(el("small", "").set("id", &hint_id).say(hint))
}

/// What is wrong with a field, in words; empty if nothing is.
fn error(cx: Cx, name: &'static str) -> String {
    let Cx { page, words, .. } = cx;
    let said = || {
        // The server's refusal of the last start, until the field is typed in again.
        let problem = page.problem.read();
        let problem = problem.as_ref().filter(|problem| problem.field.as_deref() == Some(name))?;
        Some(FieldError::new(name, problem.message.clone()))
    };
    let error = page.workload.read().error(name).or_else(said);
    error.map_or(String::new(), |error| words.field_error(&error))
}

fn input(cx: Cx, field: &'static Field) -> El {
    let Cx { page, words, .. } = cx;
    let name = field.name;
    let text = move || page.workload.read().get(name).to_owned();
    let type_in = move |text: String| {
        page.workload.update(|workload| workload.set(name, &text));
        page.problem.update(|problem| {
            problem.take_if(|problem| problem.field.as_deref() == Some(name));
        });
    };
    match field.kind {
        Kind::Switch => choice("checkbox", "", || {})
            .checked(move || text() == "true")
            .on("change", move |event| type_in(ticked(&event).to_string())),
        Kind::Choice(names) => {
            let option = |choice: &&str| {
                let name = Split::from_name(choice).map_or(*choice, |split| words.split(split));
                el("option", "").set("value", choice).say(name)
            };
            el("select", "field-input")
                .all(names.iter().map(option).collect())
                .value(text)
                .on("change", move |event| type_in(typed(&event)))
        }
        kind => el("input", "field-input")
            .set("type", "text")
            .set("inputmode", keyboard(kind))
            .set("autocomplete", "off")
            .set("spellcheck", "false")
            .keeps("aria-invalid", move || Some((!error(cx, name).is_empty()).to_string()))
            .value(text)
            .on("input", move |event| type_in(typed(&event))),
    }
}

/// The keyboard that a phone shows.
fn keyboard(kind: Kind) -> &'static str {
    match kind {
        Kind::Whole { .. } => "numeric",
        Kind::Millis { .. } => "decimal",
        _ => "text",
    }
}
