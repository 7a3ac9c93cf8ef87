//! A lane: which lines run where, the score, the stage, the board, the lines, the sentence.

use super::live::{live, memo};
use leptos::prelude::*;
use race_core::trace::Venue;

use super::board::{ROWS_MAX, board};
use super::{Cx, SIDES, behind, code, icon, say, score, stage};
use crate::model::caption;

/// A lane, from its head to its foot.
pub fn lane(cx: Cx, index: usize) -> AnyView {
    let Cx { page, words, desk, .. } = cx;
    let side = SIDES[index];
    let lane = page.lanes[index];
    let shares = cx.shares(index);
    let strategy =
        memo(move || page.workload.with(|workload| workload.lanes[index].strategy.clone()));
    let venue = memo(move || page.workload.with(|workload| workload.lanes[index].venue));
    let name = if index == 0 { words.lane.left } else { words.lane.right };
    let beside = memo(move || shares.get() > ROWS_MAX);
    view! {
        <section
            class="lane"
            class:away=live(move || desk.front.get() != index)
            data-testid=format!("lane-{side}")
            data-lane=side
            aria-label=live(move || format!("{name}: {}, {}", strategy.get(), words.venue(venue.get())))
        >
            {head(cx, index, strategy, venue)}
            {score::score(words, index, lane.view.read_only(), lane.result.read_only(), shares)}
            <div class="field" class:wide=beside>
                {stage::stage(cx, index)}
                {board(cx, index, shares)}
            </div>
            {code::code(cx, index, venue, strategy)}
            {say::say(cx, index)}
            {behind::behind(cx, index)}
        </section>
    }
    .into_any()
}

fn head(cx: Cx, index: usize, strategy: Memo<String>, venue: Memo<Venue>) -> impl IntoView {
    let Cx { page, words, .. } = cx;
    let name = if index == 0 { words.lane.left } else { words.lane.right };
    let option = |program: race_core::program::Program| {
        let name = program.name;
        let (own, value) = (name.clone(), name.clone());
        let selected = move || strategy.with(|chosen| *chosen == own);
        view! { <option value=value selected=selected>{name}</option> }
    };
    let badge = memo(move || {
        let config = page.workload.with(|workload| workload.lane_config(index));
        config.map_or(String::new(), |config| caption::badge(words, &config))
    });
    view! {
        <h2 class="unseen">{name}</h2>
        <div class="lane-head">
            <select
                data-testid=format!("strategy-{}", SIDES[index])
                aria-label=words.lane.program
                on:change=move |event| {
                    page.workload.update(|workload| workload.set_strategy(index, &event_target_value(&event)));
                }
            >
                {race_core::catalogue::strategies().into_iter().map(option).collect_view()}
            </select>
            {venues(cx, index, strategy, venue)}
            <p class="badge" data-testid=format!("badge-{}", SIDES[index])>{badge}</p>
        </div>
    }
}

/// Where the lines run: the only thing that differs between the lanes, which it says at their end.
fn venues(cx: Cx, index: usize, strategy: Memo<String>, venue: Memo<Venue>) -> impl IntoView {
    let Cx { page, words, .. } = cx;
    let side = SIDES[index];
    let pulses = memo(move || {
        page.workload.with(|workload| workload.is_same_lines())
            && page.lanes.iter().all(|lane| lane.view.with(|view| view.at_end))
    });
    let choice = move |each: Venue| {
        view! {
            <label title=words.venue_tip(each)>
                <input
                    type="radio"
                    name=format!("venue-{side}")
                    data-testid=format!("venue-{each}-{side}")
                    prop:checked=live(move || venue.get() == each)
                    on:change=move |_| page.workload.update(|workload| workload.set_venue(index, each))
                />
                {icon::venue(each == Venue::Server)}
                {words.venue(each)}
            </label>
        }
    };
    let choices = move || {
        let program = race_core::catalogue::strategy(&strategy.get());
        program.map_or(Vec::new(), |program| program.venues).into_iter().map(choice).collect_view()
    };
    view! {
        <fieldset
            class="switch venue"
            class:pulses=pulses
            title=live(move || pulses.get().then_some(words.lane.only_difference))
            data-testid=format!("venue-{side}")
        >
            <legend class="unseen">{words.lane.venue}</legend>
            {choices}
        </fieldset>
    }
}
