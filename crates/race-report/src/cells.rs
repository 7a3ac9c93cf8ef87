//! The cells of the table of results: what each column holds for a row, as text.

use race_core::number::{duration, factor, group, signed};
use race_core::result::{Latency, RaceResult, Status};

use crate::column::Column;
use crate::comparison::Comparison;
use crate::row::{ComparisonRow, RowStatus};
use crate::words::Words;

/// The text of a cell that has no value.
pub const NO_VALUE: &str = "–";

/// Returns the text of a cell.
pub fn cell(words: &Words, all: &Comparison, row: &ComparisonRow, column: Column) -> String {
    match column {
        Column::Strategy => return row.strategy.clone(),
        Column::Venue => return row.venue.to_string(),
        Column::AtOnce => return group(row.concurrency.into()),
        Column::Verdict => return verdict(words, row),
        _ => {}
    }
    let Some(race) = &row.race else { return NO_VALUE.to_owned() };
    match column {
        Column::Won => {
            let (won, shares) = (group(race.shares_won), group(race.shares.into()));
            format!("{won} / {shares}")
        }
        Column::Oversold => group(race.oversold),
        Column::Undersold => group(race.undersold),
        Column::Counter => race.counter_final.map_or(NO_VALUE.to_owned(), signed),
        Column::Commands => {
            commands_per_grab(race).map_or(NO_VALUE.to_owned(), |each| format!("{each:.2}"))
        }
        Column::Rate => group(race.grabs_per_second.round() as u64),
        Column::Ratio => all.ratio(row).map_or(NO_VALUE.to_owned(), factor),
        Column::LatencyWon => percentiles(&race.latency_won_us),
        Column::LatencyRefused => percentiles(&race.latency_refused_us),
        Column::Retries => group(race.retries),
        Column::Failed => group(race.failed),
        Column::Lost => group(race.lost),
        Column::GaveUp => group(race.gave_up),
        Column::Strategy | Column::Venue | Column::AtOnce | Column::Verdict => String::new(),
    }
}

/// Returns the number of grabs that have ended, with a share or without.
pub fn ended(race: &RaceResult) -> u64 {
    let refused = race.sold_out + race.duplicate + race.missing + race.corrupt + race.limited;
    race.won + refused + race.gave_up + race.failed + race.lost
}

/// Returns the round trips to Redis for each grab that ended.
pub fn commands_per_grab(race: &RaceResult) -> Option<f64> {
    let ended = ended(race);
    (ended > 0).then(|| race.commands as f64 / ended as f64)
}

fn percentiles(latency: &Latency) -> String {
    let text = |us: Option<u64>| us.map_or(NO_VALUE.to_owned(), duration);
    match latency.p50 {
        None => NO_VALUE.to_owned(),
        p50 => format!("{} / {}", text(p50), text(latency.p99)),
    }
}

/// Returns a row's verdict: that it held, what is broken, or why there is nothing to judge.
pub fn verdict(words: &Words, row: &ComparisonRow) -> String {
    let status = (words.status)(row.status());
    match row.status() {
        RowStatus::Broken => {
            let names: Vec<_> = row.broken.iter().map(|each| (words.property)(*each)).collect();
            format!("{status}{}{}", words.colon, names.join(words.comma))
        }
        RowStatus::NotRun => row.not_run.as_ref().map_or(status.to_owned(), words.not_run),
        RowStatus::Unfinished => {
            let failed = row.race.as_ref().filter(|race| race.status == Status::Failed);
            let reason = failed.and_then(|race| race.reason.as_deref());
            reason.map_or(status.to_owned(), |reason| format!("{status}: {reason}"))
        }
        _ => status.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use crate::words::{EN, ZH};

    #[test]
    fn each_column_says_what_the_race_did_and_nothing_that_was_not_measured() {
        let all = samples::comparison();
        let row = |at: usize| {
            let says = |column: &Column| cell(&EN, &all, &all.rows[at], *column);
            Column::ALL.iter().map(says).collect::<Vec<_>>().join(" | ")
        };
        assert_eq!(
            row(0),
            "get_set | client | 8 | 80 / 10 | 70 | 0 | −1 | 1.91 | 12,346 | 1 | 340 µs / 12.3 ms | \
             90 µs / – | 0 | 0 | 0 | 0 | broken: no_oversell"
        );
        assert!(row(1).ends_with("held") && row(1).contains("| 4.1 |"), "{}", row(1));
        assert!(row(2).contains("– | – | – |") && row(2).contains("not run: must be at most 500"));
    }

    #[test]
    fn a_verdict_is_said_in_chinese_too() {
        let all = samples::comparison();
        assert_eq!(verdict(&ZH, &all.rows[0]), "被打破：不超卖");
        assert_eq!(verdict(&ZH, &all.rows[1]), "成立");
    }
}
