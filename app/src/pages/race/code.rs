//! The program's lines, as they run; a line where somebody is, is lit.

use leptos::prelude::*;
use race_core::catalogue;
use race_core::program::Program;
use race_core::trace::Venue;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::{Cx, SIDES};
use crate::components::dom::{El, el};
use crate::components::live::{effect, memo};
use crate::player::scene::LaneView;
use crate::words::Words;
use race_core::number::group;

/// A program without its header: its lines with their numbers in the file.
fn body(program: &Program) -> Vec<(u16, String)> {
    let first = program.body_line_first as u16;
    program.body().lines().zip(first..).map(|(line, number)| (number, line.to_owned())).collect()
}

/// The lines of a lane's program.
pub fn code(cx: Cx, index: usize, venue: Memo<Venue>, strategy: Memo<String>) -> El {
    let Cx { words, desk, page, .. } = cx;
    let lane = page.lanes[index];
    let view = lane.view.read_only();
    // The lines of another program than the one that was raced are never lit.
    let raced = memo(move || {
        let strategy = strategy.read();
        lane.result.read().as_ref().is_some_and(|result| result.strategy == *strategy)
    });
    let whole = memo(move || raced.get() && view.read().lines.iter().any(|(line, _)| *line == 0));
    let lines = move || {
        let program = catalogue::strategy(&strategy.read());
        let lines = program.map_or(Vec::new(), |program| body(&program));
        lines.into_iter().map(|(number, text)| line(words, number, &text, view, raced)).collect()
    };
    let text = el("pre", "")
        .set("tabindex", "0")
        .set("role", "region")
        .keeps("aria-label", move || {
            Some(format!("{}, {}", strategy.read(), words.venue(venue.get())))
        })
        .has("whole", move || whole.get())
        .part(lines);
    let first_lit = memo(move || view.read().lines.iter().map(|(line, _)| *line).min());
    let scrolled: HtmlElement = text.raw();
    effect(move || {
        let lit = first_lit.get().filter(|_| raced.get());
        let number = lit.map(|line| format!("[data-line='{line}']"));
        let line = number.and_then(|line| scrolled.query_selector(&line).ok().flatten());
        if let Some(line) = line.and_then(|line| line.dyn_into::<HtmlElement>().ok()) {
            follow(&scrolled, &line);
        }
    });
    let turn = move || match whole.get() {
        true => vec![el("span", "turn").say(words.code.one_turn)],
        false => Vec::new(),
    };
    el("details", "code")
        .test(&format!("code-{}", SIDES[index]))
        .property("open", move || (!desk.narrow.get()).into())
        .add(el("summary", "").say(words.code.show))
        .add(text)
        .part(turn)
}

/// Scrolls the lines, no more than needed, so that this one is seen.
fn follow(lines: &HtmlElement, line: &HtmlElement) {
    let (top, height) = (line.offset_top(), line.offset_height());
    let (above, seen) = (lines.scroll_top(), lines.client_height());
    if top < above {
        lines.set_scroll_top(top - height);
    } else if top + 2 * height > above + seen {
        lines.set_scroll_top(top + 2 * height - seen);
    }
}

/// One line, with how many are there.
fn line(
    words: &'static Words,
    number: u16,
    text: &str,
    view: ReadSignal<LaneView>,
    raced: Memo<bool>,
) -> El {
    let here = memo(move || match raced.get() {
        true => here(words, &view.read(), number),
        false => None,
    });
    let (before, call, after) = match text.split_once("redis.call") {
        Some((before, after)) => (before, "redis.call", after),
        None => (text, "", ""),
    };
    el("span", if text.is_empty() { "line blank" } else { "line" })
        .set("data-line", &number.to_string())
        .has("lit", move || here.read().is_some())
        // One item, so that the blanks before it count.
        .add(el("span", "").say(before).add(el("b", "").say(call)).say(after))
        .part(move || here.get().map_or(Vec::new(), |here| vec![el("i", "").say(&here)]))
}

/// Who is at a line: `×8`, or, once what they hold is no longer true, that they still hold it.
fn here(words: &Words, view: &LaneView, number: u16) -> Option<String> {
    let (_, people) = view.lines.iter().find(|(line, _)| *line == number)?;
    let last = view.lines.iter().map(|(line, _)| *line).max()?;
    let stale = number == last && view.stale_cards > 0;
    Some(match stale {
        true => words.here(view.stale_cards.min(*people).into(), view.held),
        false => format!("×{}", group((*people).into())),
    })
}
