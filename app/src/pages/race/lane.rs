//! A lane: which lines run where, the score, the stage, the board, the lines, the sentence.

use leptos::prelude::*;
use race_core::catalogue;
use race_core::trace::Venue;

use super::board::{ROWS_MAX, board};
use super::{Cx, SIDES, behind, code, say, score, stage, xray};
use crate::components::dom::{El, choice, el, typed};
use crate::components::icon;
use crate::components::live::memo;
use crate::pages::race::caption;

/// A lane, from its head to its foot.
pub fn lane(cx: Cx, index: usize) -> El {
    let Cx { page, words, desk, .. } = cx;
    let side = SIDES[index];
    let lane = page.lanes[index];
    let shares = cx.shares(index);
    let strategy = memo(move || page.workload.read().lanes[index].strategy.clone());
    let venue = memo(move || page.workload.read().lanes[index].venue);
    let name = if index == 0 { words.lane.left } else { words.lane.right };
    let label = move || format!("{name}: {}, {}", strategy.read(), words.venue(venue.get()));
    let field = el("div", "field")
        .has("wide", move || shares.get() > ROWS_MAX)
        .add(stage::stage(cx, index))
        .part(move || vec![board(cx, index, shares.get())]);
    el("section", "lane")
        .test(&format!("lane-{side}"))
        .set("data-lane", side)
        .keeps("aria-label", move || Some(label()))
        .has("away", move || desk.front.get() != index)
        .add(el("h2", "unseen").say(name))
        .add(head(cx, index, strategy, venue))
        .add(score::score(words, index, lane, shares))
        .add(field)
        .add(code::code(cx, index, venue, strategy))
        .add(xray::xray(cx, index))
        .all(say::say(cx, index).into())
        .all(behind::behind(cx, index).into())
}

fn head(cx: Cx, index: usize, strategy: Memo<String>, venue: Memo<Venue>) -> El {
    let Cx { page, words, .. } = cx;
    let side = SIDES[index];
    let names = catalogue::strategies().into_iter().map(|program| program.name);
    let options = names.map(|name| el("option", "").set("value", &name).say(&name));
    let programs = el("select", "")
        .test(&format!("strategy-{side}"))
        .set("aria-label", words.lane.program)
        .all(options.collect())
        .value(move || strategy.get())
        .on("change", move |event| {
            page.workload.update(|workload| workload.set_strategy(index, &typed(&event)));
        });
    let badge = move || {
        let config = page.workload.read().lane_config(index);
        config.map_or(String::new(), |config| caption::badge(words, &config))
    };
    el("div", "lane-head")
        .add(programs)
        .add(venues(cx, index, strategy, venue))
        .add(el("p", "badge").test(&format!("badge-{side}")).says(badge))
}

/// Where the lines run: the only thing that differs between the lanes, which it says at their end.
fn venues(cx: Cx, index: usize, strategy: Memo<String>, venue: Memo<Venue>) -> El {
    let Cx { page, words, .. } = cx;
    let side = SIDES[index];
    let pulses = move || {
        let ended = page.lanes.iter().all(|lane| lane.view.read().at_end);
        ended && page.workload.read().is_same_lines()
    };
    let option = move |each: Venue| {
        let act = move || page.workload.update(|workload| workload.set_venue(index, each));
        let input = choice("radio", &format!("venue-{each}-{side}"), act)
            .set("name", &format!("venue-{side}"))
            .checked(move || venue.get() == each);
        let sign = icon::venue(each == Venue::Server);
        el("label", "")
            .set("title", words.venue_tip(each))
            .add(input)
            .add(sign)
            .say(words.venue(each))
    };
    let options = move || {
        let program = catalogue::strategy(&strategy.read());
        program.map_or(Vec::new(), |program| program.venues).into_iter().map(option).collect()
    };
    el("fieldset", "switch venue")
        .test(&format!("venue-{side}"))
        .has("pulses", pulses)
        .keeps("title", move || pulses().then(|| words.lane.only_difference.to_owned()))
        .add(el("legend", "unseen").say(words.lane.venue))
        .part(options)
}
