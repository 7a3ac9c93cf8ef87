//! The sentence under a lane: what is going on at the cursor, and at the end what happened.
//!
//! Every number comes from the race. Before the cursor is at the end, nothing here looks at how the
//! race came out; and of a live race it only states what happened, not what can happen.

mod closing;
mod live;

use race_core::config::RaceConfig;
use race_core::config::field::millis_text;
use race_core::result::RaceResult;
use race_core::trace::{Property, Standing, Venue};

use crate::player::lane_view::LaneView;
use crate::words::{Words, counted, fill};

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
    if !config.schedule.is_empty() {
        return words.badge.ordered.to_owned();
    }
    let forms = if config.lockstep { words.badge.together } else { words.badge.free };
    let mut text = counted(forms, width(config));
    if config.gap_ms > 0.0 {
        text += " · ";
        text += &fill(words.badge.slow_by, &[("ms", millis_text(config.gap_ms))]);
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
    fill(words.verdict.line, &[("property", words.property(property)), ("standing", why)])
}

/// Returns true if the other lane sends the very same lines one by one.
fn same_lines(config: &RaceConfig, beside: Option<&RaceConfig>) -> bool {
    beside.is_some_and(|other| other.strategy == config.strategy && other.venue == Venue::Client)
}

/// How many can be in flight at once.
fn width(config: &RaceConfig) -> u64 {
    u64::from(config.concurrency.min(config.grabs()))
}

/// Those who grab, counted: people, or grabs where one of them grabs more than once.
fn who(words: &Words, config: &RaceConfig, n: u64) -> String {
    counted(if config.grabs_per_racer == 1 { words.count.people } else { words.count.grabs }, n)
}

/// The stock at the start, if it is a number.
fn stock_at_start(config: &RaceConfig) -> Option<i64> {
    config.stock_text()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{EN, ZH};
    use race_core::config::field::plain;

    /// A race from words such as `shares=10 lockstep=true`.
    pub(super) fn race(words: &str) -> RaceConfig {
        let words = words.split_whitespace();
        let fields = plain(words.filter_map(|word| word.split_once('=')));
        RaceConfig::from_fields(&fields).unwrap()
    }

    #[test]
    fn a_badge_says_how_they_move() {
        let cases = [
            ("lockstep=true", "real Redis · 8 move together", "真实 Redis · 8 人齐步"),
            ("schedule=0.1.0.1", "real Redis · given order", "真实 Redis · 按指定次序"),
            ("concurrency=1", "real Redis · one at a time", "真实 Redis · 一次 1 人"),
            (
                "racers=50000 concurrency=500 gap_ms=0.5",
                "real Redis · 500 at once, free-running · slow by 0.5 ms",
                "真实 Redis · 同时 500 人，自由并发 · 每步慢 0.5 毫秒",
            ),
        ];
        for (config, english, chinese) in cases {
            assert_eq!(badge(&EN, &race(config)), english);
            assert_eq!(badge(&ZH, &race(config)), chinese);
        }
    }

    #[test]
    fn a_verdict_says_what_was_not_tested_and_why() {
        let line = |property, standing| verdict_line(&EN, property, standing);
        assert_eq!(line(Property::NoOversell, Standing::Broken), "no oversell: broken");
        assert_eq!(line(Property::NoOversell, Standing::Held), "no oversell: held this time");
        assert_eq!(
            line(Property::NoDuplicate, Standing::NotJudged),
            "one per person: not tested here, each grabbed once"
        );
        let chinese = verdict_line(&ZH, Property::NoDuplicate, Standing::NotJudged);
        assert_eq!(chinese, "一人一份：这里没测，每人只抢一次");
        for property in Property::ALL {
            for standing in Standing::ALL {
                assert!(!verdict_line(&ZH, *property, *standing).contains('{'));
            }
        }
    }

    #[test]
    fn the_end_is_told_only_at_the_end() {
        let mut result = RaceResult::new("1", &race("lockstep=true"));
        (result.status, result.won, result.shares_won) =
            (race_core::result::Status::Finished, 80, 80);
        (result.oversold, result.counter_final, result.sold_out) = (70, Some(0), 8);
        let mut view = LaneView { has_race: true, shares: 10, ..LaneView::default() };
        assert_eq!(sentence(&EN, &result, &view, None), "");
        view.at_end = true;
        assert!(sentence(&EN, &result, &view, None).starts_with("80 people won 10 shares."));
    }
}
