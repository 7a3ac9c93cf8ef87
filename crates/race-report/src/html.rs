//! Tables of a comparison as HTML, all of it escaped: for the report, and for the page, which puts it
//! in as it is. Looks are classes; there are no styles, which the page's own policy would refuse.

use crate::comparison::{Compared, Comparison};
use race_core::trace::{Property, Standing};

use crate::cells::{Column, NOTHING, cell};
use crate::row::Stand;
use crate::words::{Words, fill};

/// A text as HTML, in an attribute too.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}

/// The table of results, in a box that scrolls sideways by itself.
pub fn results(words: &Words, all: &Comparison) -> String {
    boxed(words.results, &results_inside(words, all))
}

/// The same without the table's own element and its box, which a page keeps while the rows change.
pub fn results_inside(words: &Words, all: &Comparison) -> String {
    let head: String = columns()
        .map(|column| {
            let class = if column.is_text() { "" } else { " class=\"number\"" };
            format!("<th scope=\"col\"{class}>{}</th>", escape((words.column)(column)))
        })
        .collect();
    let rows: String = all.rows.iter().map(|row| result(words, all, row)).collect();
    format!("<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>")
}

fn result(words: &Words, all: &Comparison, row: &Compared) -> String {
    let cells: String = columns()
        .map(|column| {
            let text = escape(&unbroken(&cell(words, all, row, column), column));
            let class = match column {
                _ if !column.is_text() => "number",
                Column::Verdict => stand_class(row.stand()),
                _ => "",
            };
            let name = column.name();
            match column {
                Column::Strategy => {
                    format!("<th scope=\"row\" data-column=\"{name}\"><code>{text}</code></th>")
                }
                _ => format!("<td data-column=\"{name}\" class=\"{class}\">{text}</td>"),
            }
        })
        .collect();
    let way = escape(&format!("{}@{}", row.way(), row.concurrency));
    format!("<tr data-row=\"{way}\">{cells}</tr>")
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

/// Which property held in which row.
pub fn verdicts(words: &Words, all: &Comparison) -> String {
    let property = |property: &Property| {
        format!("<th scope=\"col\">{}</th>", escape((words.property)(*property)))
    };
    let names: String = Property::ALL.iter().map(property).collect();
    let rows: String = all
        .rows
        .iter()
        .filter(|row| row.finished().is_some())
        .map(|row| {
            let cells: String =
                Property::ALL.iter().map(|&property| standing(words, row, property)).collect();
            format!("<tr><th scope=\"row\">{}</th>{cells}</tr>", label(words, all, row))
        })
        .collect();
    let head = format!("<td></td>{names}");
    boxed(words.verdict, &format!("<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"))
}

fn standing(words: &Words, row: &Compared, property: Property) -> String {
    let judged = row.race.as_ref().and_then(|race| race.verdict.get(&property));
    let (class, sign, text) = match judged {
        _ if row.broken.contains(&property) => ("broken", "✗", (words.stand)(Stand::Broken)),
        Some(Standing::Held) => ("held", "✓", (words.stand)(Stand::Held)),
        _ => ("", NOTHING, words.not_judged),
    };
    format!(
        "<td class=\"sign {class}\" title=\"{text}\">{sign}<span class=\"unseen\"> {text}</span></td>"
    )
}

/// What a row is, in words: `get_set · command by command · 8 at once`, as HTML.
pub fn label(words: &Words, all: &Comparison, row: &Compared) -> String {
    escape(&plain_label(words, all, row))
}

/// The same as plain text; how many are at once only where that differs.
pub fn plain_label(words: &Words, all: &Comparison, row: &Compared) -> String {
    let mut text = format!("{} · {}", row.strategy, (words.venue)(row.venue));
    if all.levels().len() > 1 {
        let level = race_core::number::group(row.concurrency.into());
        text += &format!(" · {}", fill(words.at_once, &[("n", &level)]));
    }
    text
}

/// What the columns mean, where a head is too short to say it.
pub fn notes(words: &Words, all: &Comparison) -> String {
    let base = match all.yardstick() {
        Some(way) => fill(words.base, &[("way", &way.to_string())]),
        None => words.bases.to_owned(),
    };
    let runs = all.rows.iter().map(|row| row.runs).max().unwrap_or_default();
    let runs = match runs {
        0 | 1 => String::new(),
        _ => format!(" {}", fill(words.runs, &[("n", &runs.to_string())])),
    };
    format!("<p class=\"note\">{}</p>", escape(&format!("{base} {}{runs}", words.percentiles)))
}

/// How it came out, in a sentence or two.
pub fn summary(words: &Words, all: &Comparison) -> String {
    let number = |stand: Stand| all.count(stand).to_string();
    let judged = all.count(Stand::Held) + all.count(Stand::Broken);
    let values = [
        ("held", number(Stand::Held)),
        ("broken", number(Stand::Broken)),
        ("all", judged.to_string()),
    ];
    let mut text = fill(words.summary, &values.each_ref().map(|(name, value)| (*name, &**value)));
    if let Some((row, race)) = all.fastest_right().and_then(|row| Some((row, row.finished()?))) {
        let way = plain_label(words, all, row);
        let rate = race_core::number::group(race.grabs_per_second.round() as u64);
        text += &fill(words.summary_fastest, &[("way", &way), ("rate", &rate)]);
    }
    text
}

/// A table that can be reached by keyboard, so that it can be scrolled.
fn boxed(name: &str, table: &str) -> String {
    let name = escape(name);
    format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{name}\"><table>{table}</table></div>"
    )
}

fn stand_class(stand: Stand) -> &'static str {
    match stand {
        Stand::Held => "held",
        Stand::Broken => "broken",
        Stand::NotRun | Stand::Unfinished => "not-run",
        Stand::Waiting | Stand::Running => "waiting",
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
            let html = results(words, &all) + &verdicts(words, &all) + &notes(words, &all);
            assert!(!html.contains("<img") && !html.contains("<each>"), "{html}");
            assert!(html.contains("&lt;img onerror=&#39;x&#39;&gt;&amp;&quot;"), "{html}");
        }
    }

    #[test]
    fn each_row_stands_in_the_table_and_those_that_ended_in_the_verdicts() {
        let all = samples::comparison();
        let table = results(&EN, &all);
        assert_eq!(table.matches("<tr data-row=").count(), 3);
        assert!(table.contains("data-row=\"get_set:client@8\""));
        assert!(table.contains("<td data-column=\"oversold\" class=\"number\">70</td>"), "{table}");
        let verdicts = verdicts(&EN, &all);
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
