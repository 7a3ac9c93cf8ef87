//! The program's lines, as they run; a line where somebody is, is lit.

use super::live::{live, memo};
use leptos::prelude::*;
use race_core::catalogue;
use race_core::program::Program;
use race_core::trace::Venue;

use super::{Cx, SIDES};
use crate::model::number::group;
use crate::model::scene::LaneView;
use crate::model::words::Words;

/// A program without its header: its lines with their numbers in the file.
fn body(program: &Program) -> Vec<(u16, String)> {
    let first = program.body_line_first as u16;
    program.body().lines().zip(first..).map(|(line, number)| (number, line.to_owned())).collect()
}

/// The lines of a lane's program.
pub fn code(cx: Cx, index: usize, venue: Memo<Venue>, strategy: Memo<String>) -> impl IntoView {
    let Cx { words, desk, page, .. } = cx;
    let lane = page.lanes[index];
    let view = lane.view.read_only();
    // The lines of another program than the one that was raced are never lit.
    let raced = memo(move || {
        let strategy = strategy.get();
        lane.result.with(|result| result.as_ref().is_some_and(|result| result.strategy == strategy))
    });
    let whole = memo(move || {
        raced.get() && view.with(|view| view.lines.iter().any(|(line, _)| *line == 0))
    });
    let lines = move || {
        let lines =
            catalogue::strategy(&strategy.get()).map_or(Vec::new(), |program| body(&program));
        lines
            .into_iter()
            .map(|(number, text)| line(words, number, text, view, raced))
            .collect_view()
    };
    view! {
        <details class="code" prop:open=live(move || !desk.narrow.get()) data-testid=format!("code-{}", SIDES[index])>
            <summary>{words.code.show}</summary>
            <pre
                class:whole=whole
                tabindex="0"
                role="region"
                aria-label=live(move || format!("{}, {}", strategy.get(), words.venue(venue.get())))
            >
                {lines}
            </pre>
            {live(move || whole.get().then(|| view! { <span class="turn">{words.code.one_turn}</span> }.into_any()))}
        </details>
    }
}

/// One line, with how many are there.
fn line(
    words: &'static Words,
    number: u16,
    text: String,
    view: ReadSignal<LaneView>,
    raced: Memo<bool>,
) -> AnyView {
    let here =
        memo(move || raced.get().then(|| view.with(|view| here(words, view, number))).flatten());
    let (before, call, after) = match text.split_once("redis.call") {
        Some((before, after)) => (before.to_owned(), "redis.call", after.to_owned()),
        None => (text, "", String::new()),
    };
    let blank = before.is_empty() && call.is_empty();
    view! {
        <span class="line" class:lit=live(move || here.with(Option::is_some)) class:blank=blank data-line=number.to_string()>
            {before}
            <b>{call}</b>
            {after}
            {live(move || here.get().map(|here| view! { <i>{here}</i> }))}
        </span>
    }
    .into_any()
}

/// Who is at a line: `×8`, or, once what they hold is no longer true, that they still hold it.
fn here(words: &'static Words, view: &LaneView, number: u16) -> Option<String> {
    let (_, people) = view.lines.iter().find(|(line, _)| *line == number)?;
    let last = view.lines.iter().map(|(line, _)| *line).max()?;
    let stale = number == last && view.stale_cards > 0;
    Some(match stale {
        true => words.here(view.stale_cards.min(*people).into(), view.held),
        false => format!("×{}", group((*people).into())),
    })
}
