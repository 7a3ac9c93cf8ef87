//! What is seen, in sentences, and the same numbers as a table.

use race_core::packet::Split;

use super::super::Cx;
use super::charts;
use crate::components::dom::{El, el};
use crate::pages::guide::fairness::finding::{Line, Mean};

/// A paragraph for each way, and how sure it is.
pub fn seen(cx: Cx, lines: &[Line]) -> El {
    let words = &cx.says.fairness;
    let one = |line: &Line| {
        let way = line.plan.split;
        let rounds_down = way == Split::DoubleMean && matches!(line.mean(), Mean::Uneven(..));
        let mut told = vec![words.mean_of(line), words.spread_of(line), words.luck_of(line)];
        if rounds_down && !line.cap_binds() {
            told.insert(1, words.whole_fen.to_owned());
        }
        let text = el("p", "").say(&told.join(cx.says.gap));
        el("div", "way-seen")
            .test(&format!("seen-{}", way.name()))
            .add(el("h3", "").add(charts::sample(way)).say(words.way(way).0))
            .add(text)
    };
    let mut notes = vec![el("p", "sure").test("sure").say(&words.sure(lines))];
    let cap = words.cap_note(lines);
    if !cap.is_empty() {
        notes.insert(0, el("p", "cap-note").test("cap-note").say(&cap));
    }
    el("section", "seen")
        .add(el("h2", "").say(words.seen))
        .add(el("div", "ways-seen").all(lines.iter().map(one).collect()))
        .all(notes)
}

/// A row for each place.
pub fn table(cx: Cx, lines: &[Line]) -> El {
    let words = &cx.says.fairness;
    let head = |text: &str| el("th", "").set("scope", "col").say(text);
    let group = |line: &Line| {
        let name = words.way(line.plan.split).0;
        el("th", "group").set("scope", "colgroup").set("colspan", "3").say(name)
    };
    let names = [words.mean, words.spread, words.luck];
    let columns = lines.iter().flat_map(|_| names.map(head)).collect();
    let row = |at: usize| {
        let cells =
            lines.iter().flat_map(|line| words.row(line, at).map(|text| el("td", "").say(&text)));
        el("tr", "")
            .add(el("th", "").set("scope", "row").say(&(at + 1).to_string()))
            .all(cells.collect())
    };
    let place = head(words.place).set("rowspan", "2");
    let table = el("table", "by-place")
        .test("by-place")
        .add(
            el("thead", "")
                .add(el("tr", "").add(place).all(lines.iter().map(group).collect()))
                .add(el("tr", "").all(columns)),
        )
        .add(
            el("tbody", "")
                .all((0..lines.first().map_or(0, |line| line.positions.len())).map(row).collect()),
        );
    let scroll = el("div", "scroll")
        .set("role", "region")
        .set("tabindex", "0")
        .set("aria-label", words.table)
        .add(table);
    el("section", "").add(el("h2", "").say(words.table)).add(scroll)
}
