//! A comparison as CSV (RFC 4180): a line for each row, plain numbers, empty where nothing was measured.

mod columns;

use race_core::number::factor;
use race_core::trace::Property;

use crate::cells::commands_per_grab;
use crate::comparison::Comparison;
use crate::row::{ComparisonRow, NotRun, RowStatus};
use crate::words::EN;

pub use columns::{COLUMNS, CsvColumn, Remark};

/// Returns the whole file, with its head.
pub fn csv(all: &Comparison) -> String {
    let head: Vec<_> = COLUMNS.iter().map(|column| column.name.to_owned()).collect();
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
    let optional = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    values.extend([race.shares, race.grabs].map(|number| number.to_string()));
    values
        .extend([race.won, race.shares_won, race.oversold, race.undersold].map(|n| n.to_string()));
    values.push(race.counter_final.map_or(String::new(), |counter| counter.to_string()));
    values.push(race.commands.to_string());
    values.push(commands_per_grab(race).map_or(String::new(), |each| format!("{each:.3}")));
    values.push(format!("{:.3}", race.elapsed_ms));
    values.push(format!("{:.1}", race.grabs_per_second));
    values.push(all.ratio(row).map_or(String::new(), |ratio| factor(ratio).replace(',', "")));
    values.push(all.base(row).map_or(String::new(), |base| base.contender().to_string()));
    for latency in [&race.latency_won_us, &race.latency_refused_us] {
        values.extend([latency.p50, latency.p99].map(optional));
    }
    values.extend([race.retries, race.failed, race.lost, race.gave_up].map(|n| n.to_string()));
    values.extend([race.seed.to_string(), all.machine.redis.clone()]);
    values
}

fn line(values: &[String]) -> String {
    let quoted: Vec<_> = values.iter().map(|value| quote(value)).collect();
    format!("{}\r\n", quoted.join(","))
}

/// Returns a value, in quotes if it needs them.
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
        let value = |at: usize, name: &str| {
            let column = COLUMNS.iter().position(|column| column.name == name).unwrap();
            lines[at].split(',').nth(column).unwrap().to_owned()
        };
        let seen =
            ["status", "broken", "oversold", "counter_final", "won_p99_us", "refused_p99_us"];
        assert_eq!(
            seen.map(|name| value(1, name)),
            ["broken", "no_oversell", "70", "-1", "12300", ""]
        );
        assert_eq!((value(2, "ratio"), value(2, "base")), ("4.1".into(), "get_set:client".into()));
        assert_eq!(
            (value(3, "status"), value(3, "reason")),
            ("not run".into(), "stands there twice".into())
        );
        assert_eq!(value(3, "redis"), "Redis 7.0.15");
    }
}
