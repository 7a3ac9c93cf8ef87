//! What stands behind a lane's sentence, folded: the verdict, how long grabs took, every number.

use leptos::prelude::*;
use race_core::trace::{Property, Standing, Verdict};

use super::{Cx, SIDES, facts, latency};
use crate::components::dom::{El, button, el};
use crate::components::icon::{CHEVRON, icon};
use crate::components::live::memo;
use crate::pages::race::caption;
use crate::words::Words;

/// The program for the reveal, and the one that teams ship.
const REVEAL: &str = "get_set";
const SHIPPED: &str = "atomic";

/// The foot of a lane: one line, and the panel that it opens in both lanes.
pub fn behind(cx: Cx, index: usize) -> [El; 2] {
    let Cx { page, words, desk, .. } = cx;
    let lane = page.lanes[index];
    // Nothing of a result is told before the cursor is there.
    let ended = memo(move || lane.view.read().at_end);
    let verdict = move || match ended.get() {
        true => lane.result.read().as_ref().map(|result| result.verdict.clone()),
        false => None,
    };
    let panel = format!("behind-{}", SIDES[index]);
    let open = button("", &panel, move || desk.behind.update(|open| *open = !*open))
        .set("aria-controls", &panel)
        .keeps("aria-expanded", move || Some(desk.behind.get().to_string()))
        .add(icon(CHEVRON, ""))
        .say(words.verdict.title);
    let tallies = el("span", "tallies")
        .part(move || verdict().map_or(Vec::new(), |verdict| tallies(words, &verdict)));
    let list =
        el("div", "behind-verdict").add(el("h3", "").say(words.verdict.title)).part(move || {
            vec![match verdict() {
                Some(verdict) => list(words, &verdict),
                None => el("p", "quiet").say(words.verdict.later),
            }]
        });
    let more = el("div", "more").add(open).add(tallies).part(move || next(cx, index));
    let behind = el("div", "behind")
        .set("id", &panel)
        .has("open", move || desk.behind.get())
        .add(list)
        .add(latency::latency(words, lane.result.read_only(), ended))
        .add(facts::facts(words, index, lane.view.read_only()));
    [more, behind]
}

/// After the reveal: the way to what teams ship, at the right lane's end.
fn next(cx: Cx, index: usize) -> Vec<El> {
    let Cx { page, words, .. } = cx;
    let ended = page.lanes[index].view.read().at_end;
    let workload = page.workload.read();
    let revealed =
        workload.is_same_lines() && workload.lanes.iter().all(|lane| lane.strategy == REVEAL);
    if index != 1 || !ended || !revealed {
        return Vec::new();
    }
    let go = move || {
        page.workload
            .update(|workload| (0..2).for_each(|lane| workload.set_strategy(lane, SHIPPED)));
    };
    let shipped = words.notes.shipped;
    let next = button("next", "next", go).set("title", shipped).set("aria-label", shipped);
    vec![next.say(SHIPPED).add(icon(CHEVRON, ""))]
}

/// How many properties stand how, in one line.
fn tallies(words: &Words, verdict: &Verdict) -> Vec<El> {
    let many = |standing: Standing| verdict.values().filter(|each| **each == standing).count();
    let all = [Standing::Broken, Standing::Held, Standing::NotJudged].into_iter();
    all.filter(|standing| many(*standing) > 0)
        .map(|standing| {
            stands("span", standing, &format!("{} {}", many(standing), words.standing(standing)))
        })
        .collect()
}

/// Every property with its standing, in a fixed order.
fn list(words: &Words, verdict: &Verdict) -> El {
    let row = |property: &Property| {
        let standing = verdict.get(property).copied().unwrap_or(Standing::NotJudged);
        stands("li", standing, &caption::verdict_line(words, *property, standing))
            .set("title", words.property_tip(*property))
            .set("data-property", property.name())
            .set("data-standing", standing.name())
    };
    el("ul", "verdict").all(Property::ALL.iter().map(row).collect())
}

fn stands(tag: &str, standing: Standing, text: &str) -> El {
    el(tag, &format!("standing {}", standing.name())).say(text)
}
