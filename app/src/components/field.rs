//! One field of a form: label, input, what it means, and what is wrong with it.

use leptos::prelude::*;
use race_core::race::field::Kind;

use super::dom::{El, choice, el, ticked, typed};

/// A field around its input. It has the name in ids; `error` is empty if nothing is wrong.
pub fn around(
    name: &str,
    (label, hint): (&str, &str),
    input: El,
    is_switch: bool,
    error: impl Fn() -> String + 'static,
) -> El {
    let (id, hint_id, error_id) =
        (format!("field-{name}"), format!("hint-{name}"), format!("error-{name}"));
    let input =
        input.test(&id).set("id", &id).set("aria-describedby", &format!("{error_id} {hint_id}"));
    let head = el("label", "").set("for", &id);
    let whole = match is_switch {
        true => el("div", "form-field tick").add(head.add(input).say(label)),
        false => el("div", "form-field").add(head.say(label)).add(input),
    };
    let wrong = el("p", "wrong").set("id", &error_id).test(&error_id);
    whole.add(wrong.says(error)).add(el("small", "").set("id", &hint_id).say(hint))
}

/// An input that is a text, on this keyboard of a phone.
pub fn text_input(
    keyboard: &str,
    text: impl Fn() -> String + 'static,
    is_wrong: impl Fn() -> bool + 'static,
    type_in: impl Fn(String) + 'static,
) -> El {
    el("input", "field-input")
        .set("type", "text")
        .set("inputmode", keyboard)
        .set("autocomplete", "off")
        .set("spellcheck", "false")
        .keeps("aria-invalid", move || Some(is_wrong().to_string()))
        .value(text)
        .on("input", move |event| type_in(typed(&event)))
}

/// An input that is on or off: `true` or `false`, as a text.
pub fn switch_input(text: impl Fn() -> String + 'static, type_in: impl Fn(String) + 'static) -> El {
    choice("checkbox", "", || {})
        .checked(move || text() == "true")
        .on("change", move |event| type_in(ticked(&event).to_string()))
}

/// The keyboard that a phone shows.
pub fn keyboard(kind: Kind) -> &'static str {
    match kind {
        Kind::Whole { .. } => "numeric",
        Kind::Millis { .. } => "decimal",
        _ => "text",
    }
}

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
