//! The workload: the fields that all strategies share, each with its error beside it.

use leptos::prelude::*;
use race_core::compare::plan::LEVELS;
use race_core::race::config::field_named;
use race_core::race::field::{Field, Kind};

use super::Cx;
use crate::components::dom::{El, el};
use crate::components::field::{around, keyboard, switch_input, text_input};
use crate::components::live::memo;
use crate::pages::guide::compare::choice::{Choice, UP_FRONT};
use crate::words::Lang;

/// The fields up front, and those behind a fold.
pub fn fields(cx: Cx) -> El {
    let says = cx.says.compare;
    let up_front = UP_FRONT.iter().filter_map(|name| field_named(name));
    // They change only with what is chosen, not with every key that is typed.
    let behind = memo(move || names(&cx.desk.choice.read()));
    let behind = move || {
        behind.get().into_iter().filter_map(field_named).map(|each| field(cx, each)).collect()
    };
    el("section", "workload")
        .add(el("h2", "").say(says.workload))
        .add(el("div", "fields").all(up_front.map(|each| field(cx, each)).collect()))
        .add(
            el("details", "")
                .add(el("summary", "").test("compare-more").say(says.more))
                .add(el("div", "fields").part(behind)),
        )
}

fn names(choice: &Choice) -> Vec<&'static str> {
    choice.behind().iter().map(|field| field.name).collect()
}

fn field(cx: Cx, field: &'static Field) -> El {
    let name = field.name;
    let (label, hint) = cx.words.field(name);
    let hint = if name == LEVELS { cx.says.compare.levels } else { hint };
    let is_switch = matches!(field.kind, Kind::Switch);
    around(name, (label, hint), input(cx, field), is_switch, move || error(cx, name))
}

/// What is wrong with a field, in words; empty if nothing is.
fn error(cx: Cx, name: &'static str) -> String {
    let says = cx.says.compare;
    let Some(mut error) = cx.desk.choice.read().error(name) else { return String::new() };
    let range = field_named(name).is_some_and(|field| error == field.refuse());
    match name {
        LEVELS => says.levels_wrong.clone_into(&mut error.message),
        "rate" if !range && cx.says.lang == Lang::Zh => {
            says.rate_wrong.clone_into(&mut error.message);
        }
        _ => {}
    }
    cx.words.field_error(&error)
}

fn input(cx: Cx, field: &'static Field) -> El {
    let (name, desk) = (field.name, cx.desk);
    let text = move || desk.choice.read().get(name).to_owned();
    let type_in = move |text: String| desk.choice.update(|choice| choice.set(name, &text));
    match field.kind {
        Kind::Switch => switch_input(text, type_in),
        kind => {
            // A keyboard for numbers alone has no comma.
            let keyboard = if name == LEVELS { "text" } else { keyboard(kind) };
            text_input(keyboard, text, move || !error(cx, name).is_empty(), type_in)
        }
    }
}
