//! One field of the form: label, input, what it means, and what is wrong with it.

use super::live::{live, memo};
use leptos::prelude::*;
use race_core::packet::Split;
use race_core::race::field::{Field, FieldError, Kind};

use super::Cx;

/// A field: label, input, what it means, and what is wrong with it.
pub fn field(cx: Cx, field: &'static Field) -> AnyView {
    let Cx { page, words, .. } = cx;
    let name = field.name;
    let (label, hint) = words.field(name);
    let said = move || {
        // The server's refusal of the last start, until the field is typed in again.
        page.problem.with(|problem| {
            let problem =
                problem.as_ref().filter(|problem| problem.field.as_deref() == Some(name))?;
            Some(FieldError::new(name, problem.message.clone()))
        })
    };
    let error = memo(move || {
        let error = page.workload.with(|workload| workload.error(name)).or_else(said);
        error.map_or(String::new(), |error| words.field_error(&error))
    });
    let (id, hint_id, error_id) =
        (format!("field-{name}"), format!("hint-{name}"), format!("error-{name}"));
    let described = format!("{error_id} {hint_id}");
    let tick = matches!(field.kind, Kind::Switch);
    view! {
        <div class="form-field" class:tick=tick>
            <label for=id.clone()>{tick.then(|| input(cx, field, id.clone(), described.clone(), error))} {label}</label>
            {(!tick).then(|| input(cx, field, id, described, error))}
            <p class="wrong" id=error_id.clone() data-testid=error_id>
                {error}
            </p>
            <small id=hint_id>{hint}</small>
        </div>
    }
    .into_any()
}

fn input(
    cx: Cx,
    field: &'static Field,
    id: String,
    described: String,
    error: Memo<String>,
) -> AnyView {
    let Cx { page, words, .. } = cx;
    let name = field.name;
    let text = move || page.workload.with(|workload| workload.get(name).to_owned());
    let type_in = move |text: String| {
        page.workload.update(|workload| workload.set(name, &text));
        page.problem.update(|problem| {
            problem.take_if(|problem| problem.field.as_deref() == Some(name));
        });
    };
    let invalid = move || error.with(|error| (!error.is_empty()).to_string());
    let testid = format!("field-{name}");
    match field.kind {
        Kind::Switch => view! {
            <input
                type="checkbox"
                id=id
                data-testid=testid
                aria-describedby=described
                prop:checked=live(move || text() == "true")
                on:change=move |event| type_in(event_target_checked(&event).to_string())
            />
        }
        .into_any(),
        Kind::Choice(names) => {
            let option = |choice: &&'static str| {
                let choice = *choice;
                let name = Split::from_name(choice).map_or(choice, |split| words.split(split));
                view! { <option value=choice selected=live(move || text() == choice)>{name}</option> }
            };
            view! {
                <select
                    class="field-input"
                    id=id
                    data-testid=testid
                    aria-describedby=described
                    on:change=move |event| type_in(event_target_value(&event))
                >
                    {names.iter().map(option).collect_view()}
                </select>
            }
            .into_any()
        }
        kind => view! {
            <input
                class="field-input"
                type="text"
                inputmode=keyboard(kind)
                autocomplete="off"
                spellcheck="false"
                id=id
                data-testid=testid
                aria-describedby=described
                aria-invalid=invalid
                prop:value=text
                on:input=move |event| type_in(event_target_value(&event))
            />
        }
        .into_any(),
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
