//! Every number of a lane at the cursor, as a table: what the canvas shows, for those who do not
//! look at it.

use leptos::prelude::*;
use race_core::number::{duration, group, signed, yuan};

use super::context::{Context, SIDES};
use crate::player::lane_view::LaneView;

/// A row of the table.
struct Fact {
    /// The name in the DOM.
    name: &'static str,
    label: &'static str,
    /// Reads the number; `None` if there is none.
    read: fn(&LaneView) -> Option<String>,
}

/// The table of a lane; out of sight while the panel is closed, but never out of reach.
#[component]
pub fn Facts(index: usize) -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let view = page.lanes[index].view;
    let side = if index == 0 { words.lane.left } else { words.lane.right };
    let fact = |name, label, read| Fact { name, label, read };
    let rows: [Fact; 12] = [
        fact("handed-out", words.lane.handed_out, |view| Some(group(view.handed_out))),
        fact("given-twice", words.lane.given_twice, |view| Some(group(view.given_twice))),
        fact("oversold", words.lane.oversold, |view| Some(group(view.oversold))),
        fact("overpaid", words.lane.overpaid, |view| Some(yuan(view.overpaid_fen))),
        fact("stock", words.stage.stock, |view| view.stock.map(signed)),
        fact("won", words.lane.won, |view| Some(group(view.won))),
        fact("refused", words.lane.refused, |view| Some(group(view.refused))),
        fact("failed", words.lane.failed, |view| Some(group(view.failed))),
        fact("waiting", words.table.waiting, |view| Some(group(view.waiting))),
        fact("in-flight", words.table.in_flight, |view| Some(group(view.in_flight))),
        fact("stale", words.table.stale, |view| Some(group(view.stale_cards.into()))),
        fact("true-time", words.table.true_time, |view| view.true_us.map(duration)),
    ];
    let row = |Fact { name, label, read }: Fact| {
        let text = move || read(&view.read()).unwrap_or_else(|| "–".to_owned());
        view! {
            <tr>
                <th scope="row">{label}</th>
                <td data-fact=name>{text}</td>
            </tr>
        }
    };
    view! {
        <table class="facts" data-testid=format!("facts-{}", SIDES[index])>
            <caption>{format!("{side} · {}", words.table.caption)}</caption>
            <tbody>{rows.map(row)}</tbody>
        </table>
    }
}
