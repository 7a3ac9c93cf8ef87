//! An order of events as a table: one column a grab, one row an act, and a row of its own wherever the
//! turn passes to another.

use race_core::trace::{Outcome, Touch};
use race_core::wire::tale::{Did, Row, Tale};

use super::Cx;
use crate::components::dom::{El, el};

/// The table.
pub fn table(cx: Cx, tale: &Tale, caption: &str) -> El {
    let config = &tale.config;
    let grabs = config.grabs();
    let head = |grab| el("th", "").set("scope", "col").say(&cx.says.head(grab, config.racer(grab)));
    let heads = el("tr", "")
        .add(el("th", "").set("scope", "col").say(cx.says.case.turn))
        .all((0..grabs).map(head).collect());
    let mut body = el("tbody", "");
    for (at, row) in tale.rows.iter().enumerate() {
        if let (true, Some(grab)) = (row.steps_in, row.grab) {
            body = body.add(passes(cx, grab, grabs));
        }
        body = body.add(act(cx, at + 1, row, grabs));
    }
    let table = el("table", "tale")
        .test("tale")
        .add(el("caption", "").say(caption))
        .add(el("thead", "").add(heads))
        .add(body);
    el("div", "scroll")
        .set("role", "region")
        .set("tabindex", "0")
        .set("aria-label", caption)
        .add(table)
}

/// The turn passes to this grab.
fn passes(cx: Cx, grab: u32, grabs: u32) -> El {
    let text = el("span", "").say(&cx.says.steps_in(grab));
    el("tr", "passes").add(el("td", "")).all(in_column(grab, grabs, "", text))
}

fn act(cx: Cx, number: usize, row: &Row, grabs: u32) -> El {
    let number = el("th", "").set("scope", "row").say(&number.to_string());
    let cell = cell(cx, row);
    let cells = match row.grab {
        Some(grab) => in_column(grab, grabs, "own", cell),
        None => vec![el("td", "all").set("colspan", &grabs.to_string()).add(cell)],
    };
    el("tr", "act").test("act").add(number).all(cells)
}

/// Cells of a row, with something in one of them.
fn in_column(grab: u32, grabs: u32, class: &str, what: El) -> Vec<El> {
    let mut what = Some(what);
    let cell = |at| match what.take_if(|_| at == grab) {
        Some(what) => el("td", class).add(what),
        None => el("td", ""),
    };
    (0..grabs).map(cell).collect()
}

fn cell(cx: Cx, row: &Row) -> El {
    let words = &cx.says.case;
    let plain = |text: &str| el("div", "").add(el("span", "fault").say(text));
    let mut cell = match &row.did {
        Did::Dies => return plain(words.dies),
        Did::Time => return plain(words.time),
        Did::Refund => return plain(words.refund),
        Did::Turn { sent, reply } => {
            let sent = match sent {
                Some(sent) => el("code", "").say(sent),
                None => el("b", "").say(words.script),
            };
            let reply =
                el("span", "reply").say("→ ").say(reply.as_deref().unwrap_or(words.nothing));
            el("div", "").add(sent).add(reply)
        }
    };
    match row.touch {
        Touch::Read(value) => cell = cell.add(el("span", "read").say(&cx.says.reads(value))),
        Touch::Wrote(value) => cell = cell.add(el("span", "wrote").say(&cx.says.writes(value))),
        Touch::None => {}
    }
    if let Some(outcome) = row.outcome {
        let class = if outcome == Outcome::Won { "end won" } else { "end" };
        let text = cx.says.ended(cx.words.outcome(outcome), row.share);
        cell = cell.add(el("span", class).say(&text));
    }
    cell
}
