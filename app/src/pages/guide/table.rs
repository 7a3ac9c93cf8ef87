//! An order of events as a table: one column for each grab, one row for each act, and a row of its own
//! wherever the turn passes to another grab.

use leptos::prelude::*;
use race_core::counterexample::{Counterexample, Event, Row};
use race_core::trace::{Outcome, Touch};

use super::context::Context;

/// The table.
#[component]
pub fn EventTable(example: Counterexample, caption: &'static str) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let config = &example.config;
    let grabs = config.grabs();
    let head = |grab| view! { <th scope="col">{texts.head(grab, config.racer(grab))}</th> };
    let heads = (0..grabs).map(head).collect_view();
    let rows = example.rows.into_iter().enumerate().map(|(at, row)| {
        let passes_to = row.grab.filter(|_| row.steps_in);
        view! {
            {passes_to.map(|grab| view! { <PassRow grab grabs /> })}
            <ActRow number=at + 1 row grabs />
        }
    });
    view! {
        <div class="scroll" role="region" tabindex="0" aria-label=caption>
            <table class="tale" data-testid="tale">
                <caption>{caption}</caption>
                <thead>
                    <tr>
                        <th scope="col">{texts.case.turn}</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

/// The row for a turn that passes to a grab.
#[component]
fn PassRow(grab: u32, grabs: u32) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    view! {
        <tr class="passes">
            <td></td>
            <Columns grab grabs>
                <span>{texts.steps_in(grab)}</span>
            </Columns>
        </tr>
    }
}

/// The row for one act.
#[component]
fn ActRow(number: usize, row: Row, grabs: u32) -> impl IntoView {
    let cells = match row.grab {
        Some(grab) => view! {
            <Columns grab grabs class="own">
                <Act row />
            </Columns>
        }
        .into_any(),
        None => view! {
            <td class="all" colspan=grabs.to_string()>
                <Act row />
            </td>
        }
        .into_any(),
    };
    view! {
        <tr class="act" data-testid="act">
            <th scope="row">{number}</th>
            {cells}
        </tr>
    }
}

/// The cells of a row, all empty but that of one grab.
#[component]
fn Columns(
    grab: u32,
    grabs: u32,
    /// The class of the cell that is not empty.
    #[prop(optional)]
    class: Option<&'static str>,
    children: Children,
) -> impl IntoView {
    let empty = |_| view! { <td></td> };
    view! {
        {(0..grab).map(empty).collect_view()}
        <td class=class>{children()}</td>
        {(grab + 1..grabs).map(empty).collect_view()}
    }
}

/// What happened in an act.
#[component]
fn Act(row: Row) -> impl IntoView {
    let Context { words, texts, .. } = expect_context();
    let case = &texts.case;
    let fault = |text| view! { <div><span class="fault">{text}</span></div> }.into_any();
    let (sent, reply) = match row.event {
        Event::Dies => return fault(case.dies),
        Event::Time => return fault(case.time),
        Event::Refund => return fault(case.refund),
        Event::Turn { sent, reply } => (sent, reply),
    };
    let sent = match sent {
        Some(sent) => view! { <code>{sent}</code> }.into_any(),
        None => view! { <b>{case.script}</b> }.into_any(),
    };
    let touch = match row.touch {
        Touch::Read(value) => Some(("read", texts.reads(value))),
        Touch::Wrote(value) => Some(("wrote", texts.writes(value))),
        Touch::None => None,
    };
    let end = row.outcome.map(|outcome| {
        let class = if outcome == Outcome::Won { "end won" } else { "end" };
        view! { <span class=class>{texts.ended(words.outcome(outcome), row.share)}</span> }
    });
    view! {
        <div>
            {sent}
            <span class="reply">"→ " {reply.unwrap_or_else(|| case.nothing.to_owned())}</span>
            {touch.map(|(class, text)| view! { <span class=class>{text}</span> })}
            {end}
        </div>
    }
    .into_any()
}
