//! A comparison for people at a terminal.

use std::fmt::Write as _;

use race_report::cells::{cell, verdict};
use race_report::column::Column;
use race_report::comparison::Comparison;
use race_report::row::{ComparisonRow, RowStatus};
use race_report::summary::{base_note, runs_note, summary};
use race_report::words::{EN, fill};
use race_report::workload::settings;

use crate::cli::ink::Ink;

/// Returns the whole report.
pub fn text(all: &Comparison, ink: Ink) -> String {
    let settings: Vec<_> = settings(&EN, all)
        .into_iter()
        .map(|fact| format!("{} {}", fact.name, fact.value))
        .collect();
    let mut text = format!("{}\non {}\n\n", settings.join(", "), all.machine.redis);
    let columns = columns(all);
    let head: Vec<String> = columns.iter().map(|column| head(*column).to_owned()).collect();
    let rows: Vec<Vec<String>> = all.rows.iter().map(|row| cells(all, row, &columns)).collect();
    let wide = |at: usize| {
        let lengths = rows.iter().chain([&head]).map(|line| line[at].chars().count());
        lengths.max().unwrap_or_default()
    };
    let wide: Vec<usize> = (0..columns.len()).map(wide).collect();
    let line = |line: &[String]| {
        let padded =
            columns.iter().zip(line).zip(&wide).map(|((column, value), wide)| {
                match column.is_text() {
                    true => format!("{value:<wide$}"),
                    false => format!("{value:>wide$}"),
                }
            });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let _ = writeln!(text, "{}", ink.paint("1", &line(&head)));
    for (row, cells) in all.rows.iter().zip(&rows) {
        let code = match row.status() {
            RowStatus::Held => "32",
            RowStatus::Broken => "31",
            _ => "2",
        };
        let line = line(cells);
        let (rest, stand) = line.rsplit_once("  ").unwrap_or((&line, ""));
        let _ = writeln!(text, "{rest}  {}", ink.paint(code, stand));
    }
    text.push('\n');
    text += &notes(all, &columns);
    let _ = writeln!(text, "\n{}", ink.paint("1", &summary(&EN, all)));
    text
}

/// Returns all columns but those without news: trouble that no row had, and what is the same for all.
fn columns(all: &Comparison) -> Vec<Column> {
    let is_empty = |row: &ComparisonRow, column: Column| {
        ["0", "–"].contains(&cell(&EN, all, row, column).as_str())
    };
    let is_shown = |column: &&Column| match column {
        Column::Venue => false,
        Column::AtOnce => all.levels().len() > 1,
        column => !column.counts_trouble() || !all.rows.iter().all(|row| is_empty(row, **column)),
    };
    Column::ALL.iter().filter(is_shown).copied().collect()
}

fn head(column: Column) -> &'static str {
    match column {
        Column::Commands => "commands",
        Column::LatencyWon => "won p50/p99",
        Column::LatencyRefused => "refused p50/p99",
        column => (EN.column)(column),
    }
}

fn cells(all: &Comparison, row: &ComparisonRow, columns: &[Column]) -> Vec<String> {
    let text = |column: &Column| match column {
        Column::Strategy => row.contender().to_string(),
        Column::Verdict if row.status() == RowStatus::Broken => "BROKEN".to_owned(),
        Column::Verdict => (EN.status)(row.status()).to_owned(),
        Column::LatencyWon | Column::LatencyRefused => {
            cell(&EN, all, row, *column).replace(" / ", "/")
        }
        column => cell(&EN, all, row, *column),
    };
    columns.iter().map(text).collect()
}

/// Returns what each row broke, or why it has no result; what the columns mean; what is left out.
fn notes(all: &Comparison, columns: &[Column]) -> String {
    let mut text = String::new();
    for row in all.rows.iter().filter(|row| row.status() != RowStatus::Held) {
        let level = match all.levels().len() {
            0 | 1 => String::new(),
            _ => format!(", {}", fill(EN.at_once, &[("n", &row.concurrency.to_string())])),
        };
        let _ = writeln!(text, "  {}{level}  {}", row.contender(), verdict(&EN, row));
    }
    let _ = writeln!(
        text,
        "commands is round trips a grab. {} p99 only from 1,000 samples.",
        base_note(&EN, all)
    );
    let left_out: Vec<_> = Column::ALL
        .iter()
        .filter(|column| column.counts_trouble() && !columns.contains(column))
        .map(|column| (EN.column)(*column))
        .collect();
    if !left_out.is_empty() {
        let _ = writeln!(text, "0 in every row: {}.", left_out.join(", "));
    }
    if let Some(note) = runs_note(&EN, all) {
        let _ = writeln!(text, "{note}");
    }
    text
}
