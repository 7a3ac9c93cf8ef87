//! The tables of a comparison as HTML, for the report and for the page, which inserts them as they are.
//! They are styled by classes alone: the page's content security policy refuses inline styles.

use maud::{Markup, html};
use race_core::trace::{Property, Standing};

use crate::cells::{NO_VALUE, cell};
use crate::column::Column;
use crate::comparison::Comparison;
use crate::row::{ComparisonRow, RowStatus};
use crate::summary::{base_note, label, runs_note};
use crate::words::Words;

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

/// Returns the columns with the verdict in front of the figures: a narrow screen scrolls to those.
fn columns() -> impl Iterator<Item = Column> {
    let rest = Column::ALL.iter().copied().filter(|column| *column != Column::Verdict);
    let is_front = |column: &Column| *column as usize <= Column::AtOnce as usize;
    let (front, figures): (Vec<_>, Vec<_>) = rest.partition(is_front);
    front.into_iter().chain([Column::Verdict]).chain(figures)
}

/// Returns a figure that can be broken into lines only between its two numbers.
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
                    th scope="row" { (label(words, all, row)) }
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
        _ => ("", NO_VALUE, words.not_judged),
    };
    html! {
        td class={ "sign " (class) } title=(text) {
            (sign)
            span.unseen { " " (text) }
        }
    }
}

/// Returns a paragraph on what the columns mean, where a head is too short to say it.
pub fn notes(words: &Words, all: &Comparison) -> Markup {
    html! {
        p.note {
            (base_note(words, all)) " " (words.percentiles)
            @if let Some(note) = runs_note(words, all) { " " (note) }
        }
    }
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
}
