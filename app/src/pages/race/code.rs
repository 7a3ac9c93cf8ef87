//! The program's lines, as they run; a line where somebody is, is lit.

use leptos::{html, prelude::*};
use race_core::catalogue;
use race_core::number::group;
use race_core::program::Program;
use race_core::trace::Venue;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::context::{Context, SIDES};
use crate::player::lane_view::LaneView;
use crate::words::Words;

/// The lines of a lane's program.
#[component]
pub fn Code(index: usize, venue: Memo<Venue>, strategy: Memo<String>) -> impl IntoView {
    let Context { words, panels, page, .. } = expect_context();
    let lane = page.lanes[index];
    let view = lane.view;
    // The lines of another program than the one that was raced are never lit.
    let raced = Memo::new(move |_| {
        let strategy = strategy.read();
        lane.result.read().as_ref().is_some_and(|result| result.strategy == *strategy)
    });
    let whole =
        Memo::new(move |_| raced.get() && view.read().lines.iter().any(|(line, _)| *line == 0));
    let lines = move || {
        let program = catalogue::strategy(&strategy.read());
        let lines = program.map_or(Vec::new(), body);
        let line = |(number, text)| view! { <Line index number text raced /> };
        lines.into_iter().map(line).collect_view()
    };
    let block = NodeRef::<html::Pre>::new();
    let first_lit = Memo::new(move |_| view.read().lines.iter().map(|(line, _)| *line).min());
    Effect::new(move |_| {
        let lit = first_lit.get().filter(|_| raced.get());
        let (Some(block), Some(number)) = (block.get(), lit) else { return };
        let line = block.query_selector(&format!("[data-line='{number}']")).ok().flatten();
        if let Some(line) = line.and_then(|line| line.dyn_into::<HtmlElement>().ok()) {
            scroll_to(&block, &line);
        }
    });
    view! {
        <details
            class="code"
            data-testid=format!("code-{}", SIDES[index])
            prop:open=move || !panels.narrow.get()
        >
            <summary>{words.code.show}</summary>
            <pre
                node_ref=block
                tabindex="0"
                role="region"
                aria-label=move || format!("{}, {}", strategy.read(), words.venue(venue.get()))
                class:whole=whole
            >
                {lines}
            </pre>
            {move || whole.get().then(|| view! { <span class="turn">{words.code.one_turn}</span> })}
        </details>
    }
}

/// Returns the lines of a program without its header, with their numbers in the file.
fn body(program: &Program) -> Vec<(u16, String)> {
    let first = program.body_line_first as u16;
    program.body().lines().zip(first..).map(|(line, number)| (number, line.to_owned())).collect()
}

/// Scrolls the lines, no more than needed, so that this one is seen.
fn scroll_to(lines: &HtmlElement, line: &HtmlElement) {
    let (top, height) = (line.offset_top(), line.offset_height());
    let (above, seen) = (lines.scroll_top(), lines.client_height());
    if top < above {
        lines.set_scroll_top(top - height);
    } else if top + 2 * height > above + seen {
        lines.set_scroll_top(top + 2 * height - seen);
    }
}

/// One line, with how many are there.
#[component]
fn Line(index: usize, number: u16, text: String, raced: Memo<bool>) -> impl IntoView {
    let Context { words, page, .. } = expect_context();
    let view = page.lanes[index].view;
    let here = Memo::new(move |_| match raced.get() {
        true => here(words, &view.read(), number),
        false => None,
    });
    let class = if text.is_empty() { "line blank" } else { "line" };
    let (before, call, after) = match text.split_once("redis.call") {
        Some((before, after)) => (before.to_owned(), "redis.call", after.to_owned()),
        None => (text, "", String::new()),
    };
    // One item, so that the blanks before it count.
    view! {
        <span class=class class:lit=move || here.read().is_some() data-line=number>
            <span>{before}<b>{call}</b>{after}</span>
            {move || here.get().map(|here| view! { <i>{here}</i> })}
        </span>
    }
}

/// Returns how many are at a line: `×8`, or, once what they hold is no longer true, that they still
/// hold it.
fn here(words: &Words, view: &LaneView, number: u16) -> Option<String> {
    let (_, people) = view.lines.iter().find(|(line, _)| *line == number)?;
    let last = view.lines.iter().map(|(line, _)| *line).max()?;
    let stale = number == last && view.stale_cards > 0;
    Some(match stale {
        true => words.here(view.stale_cards.min(*people).into(), view.held),
        false => format!("×{}", group((*people).into())),
    })
}
