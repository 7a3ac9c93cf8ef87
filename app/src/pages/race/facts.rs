//! Every number of a lane at the cursor, as a table: what the canvas shows, for those who do not
//! look at it.

use leptos::prelude::*;

use super::SIDES;
use crate::components::dom::{El, el};
use crate::player::scene::LaneView;
use crate::words::Words;
use race_core::number::{duration, group, signed, yuan};

type Row = (&'static str, &'static str, fn(&LaneView) -> Option<String>);

/// The table of a lane; out of sight while the panel is closed, but never out of reach.
pub fn facts(words: &'static Words, index: usize, view: ReadSignal<LaneView>) -> El {
    let side = if index == 0 { words.lane.left } else { words.lane.right };
    let rows: [Row; 12] = [
        ("handed-out", words.lane.handed_out, |view| Some(group(view.handed_out))),
        ("given-twice", words.lane.given_twice, |view| Some(group(view.given_twice))),
        ("oversold", words.lane.oversold, |view| Some(group(view.oversold))),
        ("overpaid", words.lane.overpaid, |view| Some(yuan(view.overpaid_fen))),
        ("stock", words.stage.stock, |view| view.stock.map(signed)),
        ("won", words.lane.won, |view| Some(group(view.won))),
        ("refused", words.lane.refused, |view| Some(group(view.refused))),
        ("failed", words.lane.failed, |view| Some(group(view.failed))),
        ("waiting", words.table.waiting, |view| Some(group(view.waiting))),
        ("in-flight", words.table.in_flight, |view| Some(group(view.in_flight))),
        ("stale", words.table.stale, |view| Some(group(view.stale_cards.into()))),
        ("true-time", words.table.true_time, |view| view.true_us.map(duration)),
    ];
    let row = |(name, label, read): Row| {
        let text = move || read(&view.read()).unwrap_or_else(|| "–".to_owned());
        el("tr", "")
            .add(el("th", "").set("scope", "row").say(label))
            .add(el("td", "").set("data-fact", name).says(text))
    };
    el("table", "facts")
        .test(&format!("facts-{}", SIDES[index]))
        .add(el("caption", "").say(&format!("{side} · {}", words.table.caption)))
        .add(el("tbody", "").all(rows.map(row).into()))
}
