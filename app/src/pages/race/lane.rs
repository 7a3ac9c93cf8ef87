//! A lane: which lines run where, the score, the stage, the board, the lines, the sentence.

use leptos::prelude::*;
use race_core::catalogue;
use race_core::trace::Venue;

use super::behind::Behind;
use super::board::{Board, ROWS_MAX};
use super::caption;
use super::code::Code;
use super::context::{Context, SIDES};
use super::score::Score;
use super::sentence::Sentence;
use super::stage::Stage;
use super::xray::Xray;
use crate::components::icon::VenueSign;

/// A lane, from its head to its foot.
#[component]
pub fn Lane(index: usize) -> impl IntoView {
    let context: Context = expect_context();
    let Context { page, words, panels, .. } = context;
    let side = SIDES[index];
    let shares = context.shares(index);
    let strategy = Memo::new(move |_| page.workload.read().lanes[index].strategy.clone());
    let venue = Memo::new(move |_| page.workload.read().lanes[index].venue);
    let name = if index == 0 { words.lane.left } else { words.lane.right };
    let is_wide = move || shares.get() > ROWS_MAX;
    view! {
        <section
            class="lane"
            data-testid=format!("lane-{side}")
            data-lane=side
            aria-label=move || format!("{name}: {}, {}", strategy.read(), words.venue(venue.get()))
            class:away=move || panels.front.get() != index
        >
            <h2 class="unseen">{name}</h2>
            <Head index strategy venue />
            <Score index shares />
            <div class="field" class:wide=is_wide>
                <Stage index />
                {move || view! { <Board index shares=shares.get() /> }}
            </div>
            <Code index venue strategy />
            <Xray index />
            <Sentence index />
            <Behind index />
        </section>
    }
}

/// The program, the venue, and what a badge adds to them.
#[component]
fn Head(index: usize, strategy: Memo<String>, venue: Memo<Venue>) -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let side = SIDES[index];
    let option = |name: String| {
        let (value, text) = (name.clone(), name.clone());
        view! { <option value=value prop:selected=move || *strategy.read() == name>{text}</option> }
    };
    let badge = move || {
        let config = page.workload.read().lane_config(index);
        config.map_or(String::new(), |config| caption::badge(words, &config))
    };
    view! {
        <div class="lane-head">
            <select
                data-testid=format!("strategy-{side}")
                aria-label=words.lane.program
                on:change=move |event| {
                    let name = event_target_value(&event);
                    page.workload.update(|workload| workload.set_strategy(index, &name));
                }
            >
                {catalogue::strategies()
                    .iter()
                    .map(|program| option(program.name.clone()))
                    .collect_view()}
            </select>
            <VenueSwitch index strategy venue />
            <p class="badge" data-testid=format!("badge-{side}")>{badge}</p>
        </div>
    }
}

/// Where the lines run: the only thing that differs between the lanes, which pulses at their end.
#[component]
fn VenueSwitch(index: usize, strategy: Memo<String>, venue: Memo<Venue>) -> impl IntoView {
    let Context { page, words, .. } = expect_context();
    let side = SIDES[index];
    let pulses = Memo::new(move |_| {
        let ended = page.lanes.iter().all(|lane| lane.view.read().at_end);
        ended && page.workload.read().is_same_lines()
    });
    let option = move |each: Venue| {
        view! {
            <label title=words.venue_tip(each)>
                <input
                    type="radio"
                    data-testid=format!("venue-{each}-{side}")
                    name=format!("venue-{side}")
                    prop:checked=move || venue.get() == each
                    on:change=move |_| {
                        page.workload.update(|workload| workload.set_venue(index, each));
                    }
                />
                <VenueSign venue=each />
                {words.venue(each)}
            </label>
        }
    };
    let options = move || {
        let program = catalogue::strategy(&strategy.read());
        let venues = program.map_or(Vec::new(), |program| program.venues.clone());
        venues.into_iter().map(option).collect_view()
    };
    view! {
        <fieldset
            class="switch venue"
            data-testid=format!("venue-{side}")
            class:pulses=pulses
            title=move || pulses.get().then_some(words.lane.only_difference)
        >
            <legend class="unseen">{words.lane.venue}</legend>
            {options}
        </fieldset>
    }
}
