//! One field of a form: label, input, what it means, and what is wrong with it.

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
