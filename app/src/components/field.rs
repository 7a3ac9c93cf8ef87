//! One field of a form: label, input, what it means, and what is wrong with it.

use leptos::prelude::*;
use race_core::config::field::FieldKind;

/// A field of a form: its label, its input, what is wrong with it, and what it means.
///
/// The input is one of those below, of the same name.
#[component]
pub fn Field(
    /// The name in ids.
    name: &'static str,
    label: &'static str,
    hint: &'static str,
    /// True if the input stands within its label.
    #[prop(optional)]
    is_switch: bool,
    /// What is wrong with the text, in words; empty if nothing is.
    #[prop(into)]
    error: Signal<String>,
    children: Children,
) -> impl IntoView {
    let id = format!("field-{name}");
    let error_id = format!("error-{name}");
    let (class, head) = match is_switch {
        true => ("form-field tick", view! { <label for=id>{children()}{label}</label> }.into_any()),
        false => ("form-field", view! { <label for=id>{label}</label>{children()} }.into_any()),
    };
    view! {
        <div class=class>
            {head}
            <p class="wrong" id=error_id.clone() data-testid=error_id>{error}</p>
            <small id=format!("hint-{name}")>{hint}</small>
        </div>
    }
}

/// The ids of the texts that describe a field, for `aria-describedby`.
fn described_by(name: &str) -> String {
    format!("error-{name} hint-{name}")
}

/// An input that is a text.
#[component]
pub fn TextInput(
    /// The name of the field.
    name: &'static str,
    /// The keyboard that a phone shows.
    keyboard: &'static str,
    #[prop(into)] value: Signal<String>,
    #[prop(into)] is_wrong: Signal<bool>,
    #[prop(into)] on_input: Callback<String>,
) -> impl IntoView {
    let id = format!("field-{name}");
    view! {
        <input
            class="field-input"
            type="text"
            inputmode=keyboard
            autocomplete="off"
            spellcheck="false"
            data-testid=id.clone()
            id=id
            aria-describedby=described_by(name)
            aria-invalid=move || is_wrong.get().to_string()
            prop:value=value
            on:input=move |event| on_input.run(event_target_value(&event))
        />
    }
}

/// An input that is on or off: `true` or `false`, as a text.
#[component]
pub fn SwitchInput(
    /// The name of the field.
    name: &'static str,
    #[prop(into)] value: Signal<String>,
    #[prop(into)] on_input: Callback<String>,
) -> impl IntoView {
    let id = format!("field-{name}");
    view! {
        <input
            type="checkbox"
            data-testid=id.clone()
            id=id
            aria-describedby=described_by(name)
            prop:checked=move || value.get() == "true"
            on:change=move |event| on_input.run(event_target_checked(&event).to_string())
        />
    }
}

/// An input that is one of a few texts.
#[component]
pub fn SelectInput(
    /// The name of the field.
    name: &'static str,
    /// The texts, each with what a person reads.
    options: Vec<SelectOption>,
    #[prop(into)] value: Signal<String>,
    #[prop(into)] on_input: Callback<String>,
) -> impl IntoView {
    let id = format!("field-{name}");
    let option = move |SelectOption { value: text, label }: SelectOption| {
        view! {
            <option value=text prop:selected=move || value.get() == text>
                {label}
            </option>
        }
    };
    view! {
        <select
            class="field-input"
            data-testid=id.clone()
            id=id
            aria-describedby=described_by(name)
            on:change=move |event| on_input.run(event_target_value(&event))
        >
            {options.into_iter().map(option).collect_view()}
        </select>
    }
}

/// A text that may be chosen, and what a person reads.
#[derive(Clone, Copy)]
pub struct SelectOption {
    /// The text.
    pub value: &'static str,
    /// What a person reads.
    pub label: &'static str,
}

/// Returns the keyboard that a phone shows for a kind of field.
pub fn keyboard(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Whole { .. } => "numeric",
        FieldKind::Millis { .. } => "decimal",
        _ => "text",
    }
}
