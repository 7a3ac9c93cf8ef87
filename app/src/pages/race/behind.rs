//! What stands behind a lane's sentence, folded: the verdict, how long grabs took, every number.

use leptos::prelude::*;
use race_core::trace::{Property, Standing, Verdict};

use super::caption;
use super::context::{Context, SIDES};
use super::facts::Facts;
use super::latency::Latencies;
use crate::components::icon::{CHEVRON, Icon};

/// The program for the reveal, and the one that teams ship.
const REVEAL: &str = "get_set";
const SHIPPED: &str = "atomic";

/// The foot of a lane: one line, and the panel that it opens in both lanes.
#[component]
pub fn Behind(index: usize) -> impl IntoView {
    let Context { page, words, panels, .. } = expect_context();
    let lane = page.lanes[index];
    // Nothing of a result is shown before the cursor is there.
    let ended = Memo::new(move |_| lane.view.read().at_end);
    let verdict = Memo::new(move |_| match ended.get() {
        true => lane.result.read().as_ref().map(|result| result.verdict.clone()),
        false => None,
    });
    let panel = format!("behind-{}", SIDES[index]);
    view! {
        <div class="more">
            <button
                type="button"
                data-testid=panel.clone()
                aria-controls=panel.clone()
                aria-expanded=move || panels.behind.get().to_string()
                on:click=move |_| panels.behind.update(|open| *open = !*open)
            >
                <Icon path=CHEVRON />
                {words.verdict.title}
            </button>
            <span class="tallies">
                {move || verdict.get().map(|verdict| view! { <Tallies verdict /> })}
            </span>
            <Next index />
        </div>
        <div class="behind" id=panel class:open=panels.behind>
            <div class="behind-verdict">
                <h3>{words.verdict.title}</h3>
                {move || match verdict.get() {
                    Some(verdict) => view! { <Standings verdict /> }.into_any(),
                    None => view! { <p class="quiet">{words.verdict.later}</p> }.into_any(),
                }}
            </div>
            <Latencies result=lane.result ended />
            <Facts index />
        </div>
    }
}

/// After the reveal: the way to what teams ship, at the right lane's end.
#[component]
fn Next(index: usize) -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let is_revealed = Memo::new(move |_| {
        let workload = page.workload.read();
        let revealed =
            workload.is_same_lines() && workload.lanes.iter().all(|lane| lane.strategy == REVEAL);
        index == 1 && page.lanes[index].view.read().at_end && revealed
    });
    let go = move |_| {
        page.workload
            .update(|workload| (0..2).for_each(|lane| workload.set_strategy(lane, SHIPPED)));
    };
    let shipped = words.notes.shipped;
    move || {
        is_revealed.get().then(|| {
            view! {
                <button
                    class="next"
                    type="button"
                    data-testid="next"
                    title=shipped
                    aria-label=shipped
                    on:click=go
                >
                    {SHIPPED}
                    <Icon path=CHEVRON />
                </button>
            }
        })
    }
}

/// The number of properties of each standing, in one line.
#[component]
fn Tallies(verdict: Verdict) -> impl IntoView {
    let Context { words, .. } = expect_context();
    let tally = |standing: Standing| {
        let many = verdict.values().filter(|each| **each == standing).count();
        let text = format!("{many} {}", words.standing(standing));
        (many > 0).then(|| view! { <span class=class(standing)>{text}</span> })
    };
    [Standing::Broken, Standing::Held, Standing::NotJudged].map(tally)
}

/// Every property with its standing, in a fixed order.
#[component]
fn Standings(verdict: Verdict) -> impl IntoView {
    let Context { words, .. } = expect_context();
    let row = |property: &Property| {
        let property = *property;
        let standing = verdict.get(&property).copied().unwrap_or(Standing::NotJudged);
        view! {
            <li
                class=class(standing)
                title=words.property_tip(property)
                data-property=property.name()
                data-standing=standing.name()
            >
                {caption::verdict_line(words, property, standing)}
            </li>
        }
    };
    view! { <ul class="verdict">{Property::ALL.iter().map(row).collect_view()}</ul> }
}

fn class(standing: Standing) -> String {
    format!("standing {}", standing.name())
}
