//! One field of the form: label, input, what it means, and what is wrong with it.

use leptos::prelude::*;
use race_core::config::field::{Field as ConfigField, FieldKind};
use race_core::packet::Split;

use super::context::Context;
use crate::components::field::{
    Field, SelectInput, SelectOption, SwitchInput, TextInput, keyboard,
};

/// A field of the race's configuration.
#[component]
pub fn RaceField(field: &'static ConfigField) -> impl IntoView {
    let context: Context = expect_context();
    let Context { page, words, .. } = context;
    let name = field.name;
    let (label, hint) = words.field(name);
    let error = Signal::derive(move || error(context, name));
    let value = Signal::derive(move || page.workload.read().get(name).to_owned());
    let on_input = move |text: String| {
        page.workload.update(|workload| workload.set(name, &text));
        page.problem.update(|problem| {
            problem.take_if(|problem| problem.field() == Some(name));
        });
    };
    let input = move || match field.kind {
        FieldKind::Switch => view! { <SwitchInput name value on_input /> }.into_any(),
        FieldKind::Choice(names) => {
            let option = |choice: &&'static str| SelectOption {
                value: choice,
                label: Split::from_name(choice).map_or(*choice, |split| words.split(split)),
            };
            let options = names.iter().map(option).collect();
            view! { <SelectInput name options value on_input /> }.into_any()
        }
        kind => {
            let is_wrong = Signal::derive(move || !error.read().is_empty());
            view! { <TextInput name keyboard=keyboard(kind) value is_wrong on_input /> }.into_any()
        }
    };
    view! {
        <Field name label hint is_switch=matches!(field.kind, FieldKind::Switch) error>
            {input()}
        </Field>
    }
}

/// Returns what is wrong with a field, in words; empty if nothing is.
fn error(context: Context, name: &'static str) -> String {
    let Context { page, words, .. } = context;
    // The server's refusal of the last start, until the field is typed in again.
    let refused = || {
        let problem = page.problem.read();
        let problem = problem.as_ref().filter(|problem| problem.field() == Some(name))?;
        Some(problem.text(words))
    };
    let error = page.workload.read().error(name);
    error.map(|error| words.field_error(&error)).or_else(refused).unwrap_or_default()
}
