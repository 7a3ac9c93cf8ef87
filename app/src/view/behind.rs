//! What stands behind a lane's sentence, folded: the verdict, how long grabs took, every number.

use super::live::{live, memo};
use leptos::prelude::*;
use race_core::trace::{Property, Standing, Verdict};
use race_core::wire::RaceResult;

use super::icon::{CHEVRON, icon};
use super::{Cx, SIDES, facts, latency};
use crate::model::caption;
use crate::model::words::Words;

/// The program for the reveal, and the one that teams ship.
const REVEAL: &str = "get_set";
const SHIPPED: &str = "atomic";

/// The foot of a lane: one line, and the panel that it opens in both lanes.
pub fn behind(cx: Cx, index: usize) -> impl IntoView {
    let Cx { page, words, desk, .. } = cx;
    let lane = page.lanes[index];
    let side = SIDES[index];
    // Nothing of a result is told before the cursor is there.
    let ended = memo(move || lane.view.with(|view| view.at_end));
    let verdict = memo(move || match ended.get() {
        true => lane.result.with(|result| result.as_ref().map(|result| result.verdict.clone())),
        false => None,
    });
    let panel = format!("behind-{side}");
    view! {
        <div class="more">
            <button
                aria-expanded=live(move || desk.behind.get().to_string())
                aria-controls=panel.clone()
                data-testid=panel.clone()
                on:click=move |_| desk.behind.update(|open| *open = !*open)
            >
                {icon(CHEVRON, "")}
                {words.verdict.title}
            </button>
            <span class="tallies">{live(move || verdict.get().map(|verdict| tallies(words, &verdict)))}</span>
            {live(move || next(cx, index))}
        </div>
        <div class="behind" class:open=desk.behind id=panel>
            <div class="behind-verdict">
                <h3>{words.verdict.title}</h3>
                {live(move || match verdict.get() {
                    Some(verdict) => list(words, &verdict).into_any(),
                    None => view! { <p class="quiet">{words.verdict.later}</p> }.into_any(),
                })}
            </div>
            {latency::latency(words, lane.result.read_only(), ended)}
            {facts::facts(words, index, lane.view.read_only())}
        </div>
    }
}

/// After the reveal: the way to what teams ship, at the right lane's end.
fn next(cx: Cx, index: usize) -> Option<AnyView> {
    let Cx { page, words, .. } = cx;
    let ended = page.lanes[index].view.with(|view| view.at_end);
    let revealed = page.workload.with(|workload| {
        workload.is_same_lines() && workload.lanes.iter().all(|lane| lane.strategy == REVEAL)
    });
    let go = move |_| {
        page.workload
            .update(|workload| (0..2).for_each(|lane| workload.set_strategy(lane, SHIPPED)));
    };
    (index == 1 && ended && revealed).then(|| {
        view! {
            <button class="next" data-testid="next" title=words.notes.shipped aria-label=words.notes.shipped on:click=go>
                {SHIPPED}
                {icon(CHEVRON, "")}
            </button>
        }
        .into_any()
    })
}

/// How many properties stand how, in one line.
fn tallies(words: &'static Words, verdict: &Verdict) -> impl IntoView + use<> {
    let tally = |standing: Standing| {
        let many = verdict.values().filter(|each| **each == standing).count();
        (many > 0).then(|| {
            view! { <span class=format!("standing {}", standing.name())>{many} " " {words.standing(standing)}</span> }
        })
    };
    [Standing::Broken, Standing::Held, Standing::NotJudged].map(tally).into_iter().collect_view()
}

/// Every property with its standing, in a fixed order.
fn list(words: &'static Words, verdict: &Verdict) -> impl IntoView + use<> {
    let row = |property: &Property| {
        let standing = verdict.get(property).copied().unwrap_or(Standing::NotJudged);
        view! {
            <li
                class=format!("standing {}", standing.name())
                title=words.property_tip(*property)
                data-property=property.name()
                data-standing=standing.name()
            >
                {caption::verdict_line(words, *property, standing)}
            </li>
        }
    };
    let rows = Property::ALL.iter().map(row).collect_view();
    view! { <ul class="verdict">{rows}</ul> }
}

/// A lane's result once the cursor is at its end.
pub fn at_end<T>(
    result: ReadSignal<Option<RaceResult>>,
    ended: Memo<bool>,
    read: impl FnOnce(&RaceResult) -> T,
) -> Option<T> {
    if !ended.get() {
        return None;
    }
    result.with(|result| result.as_ref().map(read))
}
