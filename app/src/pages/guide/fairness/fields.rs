//! What is to be drawn: presets, five fields, and the ways, whose boxes are the legend as well.

use race_core::packet::Split;

use super::super::Cx;
use super::charts;
use crate::components::dom::{El, button, choice, el, ticked};
use crate::components::field::text_input;
use crate::pages::guide::fairness::form::PRESETS;
use leptos::prelude::*;

/// The names of the fields for tests, in the order of the form.
const FIELD_IDS: [&str; 5] = ["packets", "shares", "total", "cap", "seed"];

/// The form.
pub fn form(cx: Cx) -> El {
    let words = &cx.says.fairness;
    let presets = (0..PRESETS.len()).map(|preset| chip(cx, preset)).collect();
    let another = button("chip", "another", move || cx.fairness.update(|form| form.reseed()))
        .say(words.another);
    let none = move || match Split::ALL.iter().any(|way| cx.fairness.read().has(*way)) {
        true => String::new(),
        false => words.no_way.to_owned(),
    };
    let ways = el("fieldset", "ways-shown")
        .add(el("legend", "").say(words.ways_label))
        .all(Split::ALL.map(|way| tick(cx, way)).into())
        .add(el("p", "wrong").test("no-way").says(none));
    el("section", "ask")
        .set("aria-label", words.form)
        .add(
            el("div", "presets")
                .set("role", "group")
                .set("aria-label", words.presets_label)
                .all(presets),
        )
        .add(
            el("div", "inputs")
                .all((0..FIELD_IDS.len()).map(|at| field(cx, at)).collect())
                .add(another),
        )
        .add(ways)
}

fn chip(cx: Cx, preset: usize) -> El {
    let name = format!("preset-{preset}");
    button("chip", &name, move || cx.fairness.update(|form| form.preset(preset)))
        .keeps("aria-pressed", move || Some(cx.fairness.read().is_preset(preset).to_string()))
        .say(cx.says.fairness.presets[preset])
}

fn field(cx: Cx, at: usize) -> El {
    let words = &cx.says.fairness;
    let (label, hint) = words.fields[at];
    let id = format!("field-{}", FIELD_IDS[at]);
    let (hint_id, error_id) =
        (format!("hint-{}", FIELD_IDS[at]), format!("error-{}", FIELD_IDS[at]));
    let wrong = move || cx.fairness.read().wrong(at).map(|wrong| words.wrong(&wrong));
    let keyboard = if matches!(at, 2 | 3) { "decimal" } else { "numeric" };
    let text = move || cx.fairness.read().get(at).to_owned();
    let type_in = move |text: String| cx.fairness.update(|form| form.set(at, &text));
    let input = text_input(keyboard, text, move || wrong().is_some(), type_in)
        .test(&id)
        .set("id", &id)
        .set("aria-describedby", &format!("{error_id} {hint_id}"));
    el("div", "form-field")
        .add(el("label", "").set("for", &id).say(label))
        .add(input)
        .add(el("small", "").set("id", &hint_id).say(hint))
        .add(
            el("p", "wrong")
                .set("id", &error_id)
                .test(&error_id)
                .says(move || wrong().unwrap_or_default()),
        )
}

fn tick(cx: Cx, way: Split) -> El {
    let words = &cx.says.fairness;
    let (name, rule) = words.way(way);
    let error_id = format!("error-{}", way.name());
    let refused = move || {
        let form = cx.fairness.read();
        let refusal = form.refusal(way).filter(|_| form.has(way) && form.wrong(2).is_none());
        refusal.map_or(String::new(), |error| words.refused(&error))
    };
    let shown = move || cx.fairness.read().has(way);
    let tick = choice("checkbox", &format!("way-{}", way.name()), || {})
        .checked(shown)
        .set("aria-describedby", &error_id)
        .on("change", move |event| cx.fairness.update(|form| form.show(way, ticked(&event))));
    let text = el("span", "").add(el("b", "").say(name)).add(el("small", "").say(rule));
    el("div", "way")
        .add(el("label", "").add(tick).add(charts::sample(way)).add(text))
        .add(el("p", "wrong").set("id", &error_id).test(&error_id).says(refused))
}
