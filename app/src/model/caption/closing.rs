//! At the end: what happened, in words and numbers.

use race_core::trace::{Property, Standing, Venue};
use race_core::wire::{RaceConfig, RaceResult, Status, Stock};

use super::{same_lines, stock_at_start, who, width};
use crate::model::number::{group, signed};
use crate::model::words::{Words, counted, fill, form};

/// What happened, once the cursor is at the end; empty while the race runs.
pub fn closing(words: &Words, result: &RaceResult, beside: Option<&RaceConfig>) -> String {
    let end = End { words, result };
    let cut_short = match result.status {
        Status::Running => return String::new(),
        Status::Finished => return end.finished(beside),
        Status::Cancelled => words.closing.cancelled,
        Status::Failed => words.closing.broke_off,
        Status::Interrupted => words.closing.interrupted,
    };
    let mut parts = vec![end.fill(cut_short)];
    parts.extend(result.reason.clone());
    parts.join(words.count.space)
}

/// A race that has ended.
struct End<'a> {
    words: &'a Words,
    result: &'a RaceResult,
}

impl End<'_> {
    fn finished(&self, beside: Option<&RaceConfig>) -> String {
        let (closing, result) = (&self.words.closing, self.result);
        let mut parts = Vec::new();
        let all_alike = [result.missing, result.corrupt, result.failed, result.lost]
            .contains(&u64::from(result.grabs));
        if result.oversold > 0 {
            match result.config.venue {
                Venue::Client => self.overlapped(&mut parts),
                Venue::Server => self.uninterrupted(&mut parts),
            }
        } else if result.undersold > 0 {
            parts.push(self.count(closing.undersold, result.undersold));
            self.stock_said(&mut parts);
        } else if result.gave_up > 0 {
            parts.push(self.about(closing.gave_up, result.gave_up));
        } else if result.given_twice > 0 {
            parts.push(self.fill(closing.given_again));
        } else if !all_alike {
            self.exact(&mut parts, beside);
        }
        self.besides(&mut parts);
        parts.join(self.words.count.space)
    }

    /// Oversold, one by one: they read the same stock, or looked before they deducted.
    fn overlapped(&self, parts: &mut Vec<String>) {
        let (closing, result) = (&self.words.closing, self.result);
        let alike = result.shares_won == result.won;
        parts.push(self.fill(if alike {
            closing.over
        } else {
            closing.over_quantity
        }));
        let Some(fall) = self.fall() else { return };
        let width = width(&result.config);
        let why = if result.config.lockstep && alike && fall == result.won.div_ceil(width) as i64 {
            match result.won % width {
                _ if u64::from(result.grabs) <= width => closing.one_round,
                0 => closing.each_round,
                _ => closing.each_round_up_to,
            }
        } else if fall >= result.shares_won as i64 {
            closing.looked_then_deducted
        } else {
            closing.overlapped
        };
        parts.push(self.fill(why));
    }

    /// Oversold although nobody could step in between: the logic itself is wrong, or the stock was.
    fn uninterrupted(&self, parts: &mut Vec<String>) {
        parts.push(self.fill(self.words.closing.nobody_overlapped));
        if self.stock_said(parts) {
            return;
        }
        if self.result.counter_min.is_some_and(|lowest| lowest < 0) {
            let n = self.words.spelled(self.result.oversold);
            parts.push(fill(self.words.closing.let_in_at_zero, &[("n", n)]));
        }
    }

    fn exact(&self, parts: &mut Vec<String>, beside: Option<&RaceConfig>) {
        let (closing, result) = (&self.words.closing, self.result);
        let refused = u64::from(result.grabs) - result.won - result.failed - result.lost;
        let head = match refused {
            0 => closing.exact_all,
            _ if refused == result.sold_out => closing.exact_late,
            _ => closing.exact,
        };
        parts.push(self.about(head, refused));
        let why = match result.config.venue {
            Venue::Server if same_lines(&result.config, beside) => closing.not_a_line_changed,
            Venue::Server => closing.one_turn,
            Venue::Client if width(&result.config) == 1 => closing.alone,
            Venue::Client => closing.by_luck,
        };
        parts.push(why.to_owned());
    }

    /// What else there is to say, each only if it is so.
    fn besides(&self, parts: &mut Vec<String>) {
        let (closing, result) = (&self.words.closing, self.result);
        if result.duplicate > 0 {
            parts.push(self.count(closing.duplicates, result.duplicate));
        }
        if result.verdict.get(&Property::NoDuplicate) == Some(&Standing::Broken) {
            parts.push(closing.won_again.to_owned());
        }
        let ends = [
            (closing.missing, result.missing),
            (closing.corrupt, result.corrupt),
            (closing.failed, result.failed),
            (closing.lost, result.lost),
        ];
        for (template, n) in ends.into_iter().filter(|(_, n)| *n > 0) {
            parts.push(self.about(template, n));
        }
        let left = u64::from(result.shares).saturating_sub(result.shares_won);
        if left > 0 && result.won > 0 && result.undersold + result.given_twice == 0 {
            parts.push(self.count(closing.left_over, left));
        }
        if result
            .recorded
            .is_some_and(|recorded| recorded != result.shares_won)
        {
            parts.push(self.fill(closing.record_differs));
        }
    }

    /// Blames the stock key, if its text at the start was another number than that of the shares.
    fn stock_said(&self, parts: &mut Vec<String>) -> bool {
        let config = &self.result.config;
        let said = stock_at_start(config).filter(|stock| *stock != i64::from(config.shares));
        if let (Stock::Text(_), Some(stock)) = (&config.stock, said) {
            parts.push(fill(
                self.words.closing.stock_said,
                &[("stock", signed(stock))],
            ));
            return true;
        }
        false
    }

    /// By how much the stock fell from start to end.
    fn fall(&self) -> Option<i64> {
        stock_at_start(&self.result.config)?.checked_sub(self.result.counter_final?)
    }

    fn count(&self, forms: [&'static str; 2], n: u64) -> String {
        fill(form(forms, n), &[("n", group(n))])
    }

    /// A sentence about all who won.
    fn fill(&self, template: &str) -> String {
        self.about(template, self.result.won)
    }

    /// A sentence about `n` of those who grabbed.
    fn about(&self, template: &str, n: u64) -> String {
        let (words, result) = (self.words, self.result);
        let config = &result.config;
        let winners = if config.grabs_per_racer == 1 {
            words.count.winners
        } else {
            words.count.wins
        };
        let ended = result.won
            + result.sold_out
            + result.duplicate
            + result.missing
            + result.corrupt
            + result.gave_up
            + result.limited
            + result.failed
            + result.lost;
        let values = [
            ("n", group(n)),
            ("who", who(words, config, n)),
            ("shares", words.shares(result.shares.into())),
            ("winners", counted(winners, result.won)),
            ("won", group(result.won)),
            ("given", group(result.shares_won)),
            ("twice", group(result.given_twice)),
            ("over", group(result.oversold)),
            (
                "this_time",
                if config.lockstep {
                    ""
                } else {
                    words.closing.this_time
                }
                .to_owned(),
            ),
            ("k", group(width(config))),
            ("fall", signed(self.fall().unwrap_or_default())),
            ("stock", signed(result.counter_final.unwrap_or_default())),
            ("retries", group(result.retries)),
            ("text", config.stock_text().unwrap_or_default()),
            (
                "reason",
                result
                    .failures
                    .first()
                    .map_or("?", |each| &each.reason)
                    .to_owned(),
            ),
            ("recorded", group(result.recorded.unwrap_or_default())),
            ("ended", group(ended)),
            ("grabs", group(result.grabs.into())),
        ];
        fill(template, &values)
    }
}
