//! A comparison as CSV (RFC 4180): one line a row, plain numbers, empty where nothing was measured.

use crate::comparison::Comparison;
use race_core::number::factor;
use race_core::trace::Property;

use crate::cells::commands;
use crate::row::{ComparisonRow, NotRun, RowStatus};
use crate::words::EN;

/// The columns, with what each holds. Their names are a promise to those who read the file.
pub const COLUMNS: &[(&str, &str)] = &[
    ("strategy", "the program that grabs"),
    ("venue", "where its lines run: client or server"),
    ("concurrency", "grabs in flight at once"),
    ("status", "held, broken, unfinished, or not run"),
    ("broken", "properties that were broken, with spaces between"),
    ("reason", "why there was no race, or why it did not come to its end"),
    ("runs", "races that the row stands for; of several, the one whose rate is in the middle"),
    ("shares", "shares in the packet"),
    ("grabs", "grabs of the race"),
    ("won", "grabs that won"),
    ("shares_won", "shares that they were given"),
    ("oversold", "shares won beyond those that existed"),
    ("undersold", "shares left that somebody was refused"),
    ("counter_final", "the strategy's counter at the end; empty if it keeps none"),
    ("commands", "round trips to Redis"),
    ("commands_per_grab", "the same, for each grab that ended"),
    ("elapsed_ms", "from the first grab's start to the last one's end"),
    ("grabs_per_second", "grabs that ended, a second"),
    ("ratio", "that, divided by the same of the base"),
    ("base", "the row that ratios are measured by, among those with as many in flight"),
    ("won_p50_us", "half of the winners waited at most so long"),
    ("won_p99_us", "99 in 100 of them did; empty below 1,000 samples"),
    ("refused_p50_us", "the same of those who did not win"),
    ("refused_p99_us", "the same of those who did not win"),
    ("retries", "tries beyond the first"),
    ("failed", "grabs whose script failed"),
    ("lost", "grabs without an answer"),
    ("gave_up", "grabs whose tries were used up"),
    ("seed", "all that varies came from it"),
    ("redis", "the Redis that it ran on"),
];

/// The whole file, with its head.
pub fn csv(all: &Comparison) -> String {
    let head: Vec<_> = COLUMNS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut text = line(&head);
    for row in &all.rows {
        text += &line(&values(all, row));
    }
    text
}

fn values(all: &Comparison, row: &ComparisonRow) -> Vec<String> {
    let broken: Vec<_> = row.broken.iter().copied().map(Property::name).collect();
    let race = row.race.as_ref();
    let reason = row.not_run.as_ref().map(NotRun::to_string).or_else(|| race?.reason.clone());
    let mut values = vec![
        row.strategy.clone(),
        row.venue.to_string(),
        row.concurrency.to_string(),
        (EN.status)(row.status()).to_owned(),
        broken.join(" "),
        reason.unwrap_or_default(),
        row.runs.to_string(),
    ];
    let Some(race) = race.filter(|_| row.status() != RowStatus::Running) else {
        values.resize(COLUMNS.len() - 1, String::new());
        values.push(all.machine.redis.clone());
        return values;
    };
    let told = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    values.extend([race.shares, race.grabs].map(|number| number.to_string()));
    values
        .extend([race.won, race.shares_won, race.oversold, race.undersold].map(|n| n.to_string()));
    values.push(race.counter_final.map_or(String::new(), |counter| counter.to_string()));
    values.push(race.commands.to_string());
    values.push(commands(race).map_or(String::new(), |each| format!("{each:.3}")));
    values.push(format!("{:.3}", race.elapsed_ms));
    values.push(format!("{:.1}", race.grabs_per_second));
    values.push(all.ratio(row).map_or(String::new(), |ratio| factor(ratio).replace(',', "")));
    values.push(all.base(row).map_or(String::new(), |base| base.contender().to_string()));
    for latency in [&race.latency_won_us, &race.latency_refused_us] {
        values.extend([latency.p50, latency.p99].map(told));
    }
    values.extend([race.retries, race.failed, race.lost, race.gave_up].map(|n| n.to_string()));
    values.extend([race.seed.to_string(), all.machine.redis.clone()]);
    values
}

fn line(values: &[String]) -> String {
    let quoted: Vec<_> = values.iter().map(|value| quote(value)).collect();
    format!("{}\r\n", quoted.join(","))
}

/// A value in quotes where it needs them.
fn quote(value: &str) -> String {
    match value.contains([',', '"', '\r', '\n']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::config::Why;

    use crate::samples;

    #[test]
    fn a_value_with_commas_quotes_or_lines_is_quoted_and_no_other() {
        for (value, text) in
            [("a", "a"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("", "")]
        {
            assert_eq!(quote(value), text);
        }
    }

    #[test]
    fn every_line_has_every_column_and_ends_as_the_rfc_says() {
        let mut all = samples::comparison();
        all.rows[2].not_run = Some(NotRun::Refused(Why::Twice));
        let text = csv(&all);
        let lines: Vec<_> = text.split_terminator("\r\n").collect();
        assert_eq!(lines.len(), 4);
        for line in &lines {
            assert_eq!(line.split(',').count(), COLUMNS.len(), "{line}");
        }
        let told = |at: usize, name: &str| {
            let column = COLUMNS.iter().position(|(column, _)| *column == name).unwrap();
            lines[at].split(',').nth(column).unwrap().to_owned()
        };
        let seen =
            ["status", "broken", "oversold", "counter_final", "won_p99_us", "refused_p99_us"];
        assert_eq!(
            seen.map(|name| told(1, name)),
            ["broken", "no_oversell", "70", "-1", "12300", ""]
        );
        assert_eq!((told(2, "ratio"), told(2, "base")), ("4.1".into(), "get_set:client".into()));
        assert_eq!(
            (told(3, "status"), told(3, "reason")),
            ("not run".into(), "stands there twice".into())
        );
        assert_eq!(told(3, "redis"), "Redis 7.0.15");
    }
}
