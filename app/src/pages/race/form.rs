//! The folded form: every field that a race of these lanes has use for, its error beside it.

use leptos::prelude::*;
use race_core::race::config::field_named;
use race_core::race::field::Field;

use super::Cx;
use super::field::field;
use crate::components::dom::{El, button, el};
use crate::components::live::memo;
use crate::workload::Workload;

/// The form; it lies over the lanes and moves nothing.
pub fn form(cx: Cx) -> El {
    let Cx { page, words, desk, session } = cx;
    let advanced = el("details", "")
        .add(el("summary", "").test("advanced").say(words.form.advanced))
        .add(fields(cx, Workload::advanced_fields));
    let swap = move || page.workload.update(|workload| workload.swap());
    let foot = el("div", "form-foot")
        .add(button("chip", "swap", swap).say(words.lane.swap))
        .add(button("chip", "less", move || desk.form.set(false)).say(words.form.less));
    // What Enter in a field presses.
    let submit = el("input", "unseen").set("type", "submit").set("tabindex", "-1");
    el("form", "form")
        .test("form")
        .set("id", "form")
        .set("aria-label", words.form.label)
        .set("novalidate", "")
        .keeps("hidden", move || (!desk.form.get()).then(String::new))
        .on("submit", move |event| {
            event.prevent_default();
            session.start();
        })
        .add(fields(cx, Workload::main_fields))
        .add(advanced)
        .add(submit.set("aria-hidden", "true"))
        .add(foot)
}

/// The fields change only with the programs and with lockstep, not with every key that is typed.
fn fields(cx: Cx, read: fn(&Workload) -> Vec<&'static Field>) -> El {
    let workload = cx.page.workload;
    let names =
        memo(move || read(&workload.read()).iter().map(|field| field.name).collect::<Vec<_>>());
    let fields = move || {
        let known = names.get().into_iter().filter_map(field_named);
        known.map(|each| field(cx, each)).collect()
    };
    el("div", "form-grid").part(fields)
}
