//! The sentence under a lane: what is going on at the cursor, and at the end what happened.
//!
//! Every number comes from the race. Before the cursor is at the end, nothing here looks at how the
//! race came out; and of a live race it is only ever said what happened, not what can happen.

mod closing;
mod live;

use race_core::trace::{Property, Standing, Venue};
use race_core::wire::{RaceConfig, RaceResult};

use super::scene::LaneView;
use super::words::{Words, counted, fill};

pub use closing::closing;
pub use live::live;

/// The sentence under a lane at the cursor: [`live`] on the way, [`closing`] at the end.
pub fn sentence(
    words: &Words,
    result: &RaceResult,
    view: &LaneView,
    beside: Option<&RaceConfig>,
) -> String {
    match view.at_end {
        true => closing(words, result, beside),
        false => live(words, &result.config, view, beside),
    }
}

/// What kind of race it is: `real Redis · 8 move together`.
pub fn badge(words: &Words, config: &RaceConfig) -> String {
    let forms = if config.lockstep {
        words.badge.together
    } else {
        words.badge.free
    };
    let mut text = counted(forms, width(config));
    if config.gap_ms > 0.0 {
        text += " · ";
        text += &fill(words.badge.slow_by, &[("ms", config.gap_ms.to_string())]);
    }
    text
}

/// A property and how it stands; if it was not judged, why not.
pub fn verdict_line(words: &Words, property: Property, standing: Standing) -> String {
    let why = match (standing, property) {
        (Standing::NotJudged, Property::NoDuplicate) => words.verdict.duplicate_not_judged,
        (Standing::NotJudged, Property::Progress) => words.verdict.progress_not_judged,
        (Standing::NotJudged, Property::Conserved) => words.verdict.conserved_not_judged,
        _ => words.standing(standing),
    };
    fill(
        words.verdict.line,
        &[("property", words.property(property)), ("standing", why)],
    )
}

/// Whether the other lane sends the very same lines one by one.
fn same_lines(config: &RaceConfig, beside: Option<&RaceConfig>) -> bool {
    beside.is_some_and(|other| other.strategy == config.strategy && other.venue == Venue::Client)
}

/// How many can be in flight at once.
fn width(config: &RaceConfig) -> u64 {
    u64::from(config.concurrency.min(config.grabs()))
}

/// Those who grab, counted: people, or grabs where one of them grabs more than once.
fn who(words: &Words, config: &RaceConfig, n: u64) -> String {
    counted(
        if config.grabs_per_racer == 1 {
            words.count.people
        } else {
            words.count.grabs
        },
        n,
    )
}

/// The stock at the start, if it is a number.
fn stock_at_start(config: &RaceConfig) -> Option<i64> {
    config.stock_text()?.parse().ok()
}
