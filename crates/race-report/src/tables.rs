//! The tables of a comparison as HTML, for the report and for the page, which inserts them as they are.
//! They are styled by classes alone: the page's content security policy refuses inline styles.

use maud::{Markup, html};

use crate::comparison::Comparison;
use race_core::trace::{Property, Standing};

use crate::cells::{NOTHING, cell};
use crate::column::Column;
use crate::row::{ComparisonRow, RowStatus};
use crate::words::{Words, fill};

/// Returns the table of results, in a box that scrolls sideways by itself.
pub fn results(words: &Words, all: &Comparison) -> Markup {
    scrollable_table(words.results, &results_inside(words, all))
}

/// Returns the head and the body of the table of results: what changes while the comparison runs.
pub fn results_inside(words: &Words, all: &Comparison) -> Markup {
    html! {
        thead {
            tr {
                @for column in columns() {
                    th scope="col" class=[(!column.is_text()).then_some("number")] {
                        ((words.column)(column))
                    }
                }
            }
        }
        tbody {
            @for row in &all.rows { (result(words, all, row)) }
        }
    }
}

fn result(words: &Words, all: &Comparison, row: &ComparisonRow) -> Markup {
    html! {
        tr data-row=(format!("{}@{}", row.contender(), row.concurrency)) {
            @for column in columns() {
                @let text = unbroken(&cell(words, all, row, column), column);
                @if column == Column::Strategy {
                    th scope="row" data-column=(column.name()) { code { (text) } }
                } @else {
                    td data-column=(column.name()) class=(class(row, column)) { (text) }
                }
            }
        }
    }
}

fn class(row: &ComparisonRow, column: Column) -> &'static str {
    match column {
        _ if !column.is_text() => "number",
        Column::Verdict => status_class(row.status()),
        _ => "",
    }
}

/// The columns, the verdict in front of the figures: on a narrow screen those are scrolled to.
fn columns() -> impl Iterator<Item = Column> {
    let rest = Column::ALL.iter().copied().filter(|column| *column != Column::Verdict);
    let at = |column: &Column| *column as usize > Column::AtOnce as usize;
    let (front, figures): (Vec<_>, Vec<_>) = rest.partition(|column| !at(column));
    front.into_iter().chain([Column::Verdict]).chain(figures)
}

/// A figure, broken into lines only between its two numbers.
fn unbroken(text: &str, column: Column) -> String {
    match column.is_text() {
        true => text.to_owned(),
        false => text.replace(' ', "\u{a0}").replace("/\u{a0}", "/ "),
    }
}

/// Returns the table of verdicts: which property held in which row.
pub fn verdicts(words: &Words, all: &Comparison) -> Markup {
    let finished = all.rows.iter().filter(|row| row.finished().is_some());
    let table = html! {
        thead {
            tr {
                td {}
                @for property in Property::ALL {
                    th scope="col" { ((words.property)(*property)) }
                }
            }
        }
        tbody {
            @for row in finished {
                tr {
                    th scope="row" { (plain_label(words, all, row)) }
                    @for property in Property::ALL { (standing(words, row, *property)) }
                }
            }
        }
    };
    scrollable_table(words.verdict, &table)
}

fn standing(words: &Words, row: &ComparisonRow, property: Property) -> Markup {
    let judged = row.race.as_ref().and_then(|race| race.verdict.get(&property));
    let (class, sign, text) = match judged {
        _ if row.broken.contains(&property) => ("broken", "✗", (words.status)(RowStatus::Broken)),
        Some(Standing::Held) => ("held", "✓", (words.status)(RowStatus::Held)),
        _ => ("", NOTHING, words.not_judged),
    };
    html! {
        td class={ "sign " (class) } title=(text) {
            (sign)
            span.unseen { " " (text) }
        }
    }
}

/// Returns what a row is, such as `get_set · command by command`; the number of grabs in flight is added
/// only where it differs between rows.
pub fn plain_label(words: &Words, all: &Comparison, row: &ComparisonRow) -> String {
    let mut text = format!("{} · {}", row.strategy, (words.venue)(row.venue));
    if all.levels().len() > 1 {
        let level = race_core::number::group(row.concurrency.into());
        text += &format!(" · {}", fill(words.at_once, &[("n", &level)]));
    }
    text
}

/// Returns a paragraph on what the columns mean, where a head is too short to say it.
pub fn notes(words: &Words, all: &Comparison) -> Markup {
    let base = match all.common_base() {
        Some(way) => fill(words.base, &[("contender", &way.to_string())]),
        None => words.bases.to_owned(),
    };
    let runs = all.rows.iter().map(|row| row.runs).max().unwrap_or_default();
    let runs = match runs {
        0 | 1 => String::new(),
        _ => format!(" {}", fill(words.runs, &[("n", &runs.to_string())])),
    };
    html! { p.note { (base) " " (words.percentiles) (runs) } }
}

/// How it came out, in a sentence or two.
pub fn summary(words: &Words, all: &Comparison) -> String {
    let number = |status: RowStatus| all.count(status).to_string();
    let judged = all.count(RowStatus::Held) + all.count(RowStatus::Broken);
    let values = [
        ("held", number(RowStatus::Held)),
        ("broken", number(RowStatus::Broken)),
        ("all", judged.to_string()),
    ];
    let mut text = fill(words.summary, &values.each_ref().map(|(name, value)| (*name, &**value)));
    if let Some((row, race)) = all.fastest_held().and_then(|row| Some((row, row.finished()?))) {
        let way = plain_label(words, all, row);
        let rate = race_core::number::group(race.grabs_per_second.round() as u64);
        text += &fill(words.summary_fastest, &[("contender", &way), ("rate", &rate)]);
    }
    text
}

/// Returns a table in a box that can be reached by keyboard, so that it can be scrolled.
fn scrollable_table(name: &str, table: &Markup) -> Markup {
    html! {
        div.scroll role="region" tabindex="0" aria-label=(name) { table { (table) } }
    }
}

fn status_class(status: RowStatus) -> &'static str {
    match status {
        RowStatus::Held => "held",
        RowStatus::Broken => "broken",
        RowStatus::NotRun | RowStatus::Unfinished => "not-run",
        RowStatus::Waiting | RowStatus::Running => "waiting",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use crate::words::{EN, ZH};

    #[test]
    fn whatever_stands_in_a_row_is_escaped() {
        let mut all = samples::comparison();
        all.rows[0].strategy = "<img onerror='x'>&\"".to_owned();
        for words in [&EN, &ZH] {
            let parts = [results(words, &all), verdicts(words, &all), notes(words, &all)];
            let html = parts.map(Markup::into_string).concat();
            assert!(!html.contains("<img") && !html.contains("<each>"), "{html}");
            assert!(html.contains("&lt;img onerror='x'&gt;&amp;&quot;"), "{html}");
        }
    }

    #[test]
    fn each_row_stands_in_the_table_and_those_that_ended_in_the_verdicts() {
        let all = samples::comparison();
        let table = results(&EN, &all).into_string();
        assert_eq!(table.matches("<tr data-row=").count(), 3);
        assert!(table.contains("data-row=\"get_set:client@8\""));
        assert!(table.contains("<td data-column=\"oversold\" class=\"number\">70</td>"), "{table}");
        let verdicts = verdicts(&EN, &all).into_string();
        assert_eq!(verdicts.matches("scope=\"row\"").count(), 2);
        assert_eq!(verdicts.matches("✗").count(), 1);
    }

    #[test]
    fn the_summary_counts_and_names_the_fastest_that_held() {
        assert_eq!(
            summary(&EN, &samples::comparison()),
            "1 of 2 held everything that was judged, 1 broke something. \
             The fastest that held: atomic · as one script, 51,000 grabs a second."
        );
    }
}
