//! What came of it: the table row by row as it comes in, then charts, verdicts, and the files to keep.

use leptos::prelude::*;
use race_core::compare::html::{notes, results_inside};
use race_core::compare::report::rest;
use race_core::wire::compare::Comparison;

use super::Cx;
use super::desk::Phase;
use super::save::{Kind, save};
use crate::components::dom::{El, button, el};
use crate::components::live::memo;

/// Everything below the form; nothing before the first run.
pub fn results(cx: Cx) -> El {
    let has_any = memo(move || cx.desk.all.read().is_some());
    let parts = move || match has_any.get() {
        true => vec![table(cx), below(cx), keep(cx)],
        false => Vec::new(),
    };
    el("section", "sheet").part(parts)
}

/// Shows the table to whoever has just started.
pub fn come_into_view() {
    if let Ok(Some(sheet)) = document().query_selector(".compare .sheet") {
        sheet.scroll_into_view();
    }
}

/// The table's element stays, so that who has scrolled or focused it is left alone.
fn table(cx: Cx) -> El {
    let words = cx.says.compare.results;
    let inside = html(cx, move |all| results_inside(words, all));
    let table = el("table", "").test("compare-table").property("innerHTML", inside);
    let scroll = el("div", "scroll")
        .set("role", "region")
        .set("tabindex", "0")
        .set("aria-label", words.results)
        .add(table);
    let notes = html(cx, move |all| notes(words, all));
    el("div", "")
        .add(el("h2", "").say(words.results))
        .add(scroll)
        .add(el("div", "").property("innerHTML", notes))
}

/// Charts, verdicts, settings and machine, once a race has ended.
fn below(cx: Cx) -> El {
    let words = cx.says.compare.results;
    let has_ended = |all: &Comparison| all.rows.iter().any(|row| row.finished().is_some());
    let inside = html(cx, move |all| if has_ended(all) { rest(words, all) } else { String::new() });
    el("div", "").test("compare-rest").property("innerHTML", inside)
}

/// A part of the results that core renders, escaped; it is put in anew only where it has changed.
fn html(
    cx: Cx,
    render: impl Fn(&Comparison) -> String + Send + Sync + 'static,
) -> impl Fn() -> wasm_bindgen::JsValue {
    let text = memo(move || cx.desk.all.read().as_ref().map_or(String::new(), &render));
    move || text.get().into()
}

fn keep(cx: Cx) -> El {
    let says = cx.says.compare;
    let can = memo(move || {
        let all = cx.desk.all.read();
        let ran = |all: &Comparison| all.rows.iter().any(|row| row.race.is_some());
        all.as_ref().is_some_and(ran) && cx.desk.phase.read() == Phase::Idle
    });
    let file = |kind: Kind, name: &str, text: &str| {
        button("chip", name, move || save(cx, kind))
            .keeps("disabled", move || (!can.get()).then(String::new))
            .say(text)
    };
    el("div", "keep").set("role", "group").set("aria-label", says.save).all(vec![
        file(Kind::Html, "save-html", says.save_html),
        file(Kind::Csv, "save-csv", "CSV"),
        file(Kind::Json, "save-json", "JSON"),
    ])
}
