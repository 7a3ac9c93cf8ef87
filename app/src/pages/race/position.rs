//! Where the cursor is, in words: for the player's line, and for its slider.

use leptos::prelude::*;

use super::context::Context;

/// Returns the turn, the round or the true time at the cursor; empty before the first race.
pub fn position(context: Context) -> String {
    let Context { page, words, .. } = context;
    let views = page.lanes.map(|lane| {
        let view = lane.view.read();
        (view.round, view.true_us, view.turn)
    });
    if let Some((turn, of)) = views[0].2.or(views[1].2) {
        return words.turn(turn, of);
    }
    if let Some((round, of)) = views[0].0.or(views[1].0) {
        return words.round(round, of);
    }
    let Some(now) = views[0].1.max(views[1].1) else { return String::new() };
    let us = |lane: usize| {
        let result = page.lanes[lane].result.read();
        result.as_ref().map_or(0, |result| (result.elapsed_ms * 1_000.0) as u64)
    };
    // While a race is under way, nobody knows how long it will be.
    let longest = if page.player.read().live { now } else { us(0).max(us(1)) };
    words.at(now.min(longest), longest)
}
