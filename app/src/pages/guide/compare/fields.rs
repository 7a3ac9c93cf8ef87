//! The workload: the fields that all strategies share, each with its error beside it.

use leptos::prelude::*;
use race_core::config::field::{Field as ConfigField, FieldKind};
use race_core::config::field_named;
use race_report::plan::LEVELS;

use super::CompareState;
use super::choice::{Choice, UP_FRONT};
use crate::components::field::{Field, SwitchInput, TextInput, keyboard};
use crate::pages::guide::context::Context;

/// The fields up front, and those behind a fold.
#[component]
pub fn WorkloadFields() -> impl IntoView {
    let texts = expect_context::<Context>().texts.compare;
    let CompareState { choice, .. } = expect_context();
    // They change only with what is chosen, not with every key that is typed.
    let behind = Memo::new(move |_| names(&choice.read()));
    let field = |name| field_named(name).map(|field| view! { <WorkloadField field /> });
    view! {
        <section class="workload">
            <h2>{texts.workload}</h2>
            <div class="fields">{UP_FRONT.map(field)}</div>
            <details>
                <summary data-testid="compare-more">{texts.more}</summary>
                <div class="fields">
                    <For each=move || behind.get() key=|name| *name children=field />
                </div>
            </details>
        </section>
    }
}

fn names(choice: &Choice) -> Vec<&'static str> {
    choice.behind().iter().map(|field| field.name).collect()
}

/// One field, with its label, its error and its hint.
#[component]
fn WorkloadField(field: &'static ConfigField) -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let CompareState { choice, .. } = expect_context();
    let name = field.name;
    let (label, hint) = words.field(name);
    let hint = if name == LEVELS { texts.compare.levels } else { hint };
    let error = Memo::new(move |_| {
        let error = choice.read().error(name);
        error.map_or(String::new(), |error| words.field_error(&error))
    });
    let value = Signal::derive(move || choice.read().get(name).to_owned());
    let on_input = move |text: String| choice.write().set(name, &text);
    let is_switch = matches!(field.kind, FieldKind::Switch);
    // A keyboard for numbers alone has no comma.
    let keyboard = if name == LEVELS { "text" } else { keyboard(field.kind) };
    view! {
        <Field name label hint is_switch error>
            {match is_switch {
                true => view! { <SwitchInput name value on_input /> }.into_any(),
                false => {
                    let is_wrong = Signal::derive(move || !error.read().is_empty());
                    view! { <TextInput name keyboard value is_wrong on_input /> }.into_any()
                }
            }}
        </Field>
    }
}
