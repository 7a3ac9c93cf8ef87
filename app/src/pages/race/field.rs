//! One field of the form: label, input, what it means, and what is wrong with it.

use leptos::prelude::*;
use race_core::packet::Split;
use race_core::race::field::{Field, FieldError, Kind};

use super::Cx;
use crate::components::dom::{El, el, typed};
use crate::components::field::{around, keyboard, switch_input, text_input};

/// A field: label, input, what it means, and what is wrong with it.
pub fn field(cx: Cx, field: &'static Field) -> El {
    let name = field.name;
    let is_switch = matches!(field.kind, Kind::Switch);
    around(name, cx.words.field(name), input(cx, field), is_switch, move || error(cx, name))
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
        Kind::Switch => switch_input(text, type_in),
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
        kind => text_input(keyboard(kind), text, move || !error(cx, name).is_empty(), type_in),
    }
}
