//! The charts of a comparison: rates, latencies, wins. A row is a line of text with a drawing in SVG
//! below it, whose lengths are in percent: so a chart fits any width, its texts wrap and keep their size,
//! and a screen reader reads in the text what the drawing shows. Looks are classes.

mod latency;

use maud::{Markup, html};
use race_core::number::group;
use race_core::result::RaceResult;

use crate::comparison::Comparison;
use crate::row::{ComparisonRow, RowStatus};
use crate::summary::label;
use crate::words::{Words, fill};

pub use latency::latencies;

/// Returns the hatching that all charts of a page refer to; it must be on the page once.
pub fn hatch() -> Markup {
    html! {
        svg.hatch width="0" height="0" aria-hidden="true" {
            defs {
                pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)" {
                    rect.hatch-ground width="6" height="6" {}
                    rect.hatch-line width="3" height="6" {}
                }
            }
        }
    }
}

/// Returns the chart of grabs a second, one bar a row.
pub fn rates(words: &Words, all: &Comparison) -> Markup {
    let most = all.rows.iter().filter_map(ComparisonRow::rate).fold(1.0, f64::max);
    let frame = Frame { words, all, name: words.rates, note: words.rates_note };
    let draw = |row: &ComparisonRow, race: &RaceResult| {
        let paint = if row.status() == RowStatus::Broken { Paint::Hatched } else { Paint::Plain };
        let number = group(race.grabs_per_second.round() as u64);
        Drawn {
            value: fill(words.per_second, &[("n", &number)]),
            marks: bar(0.0, race.grabs_per_second / most, paint),
        }
    };
    frame.chart(draw, None)
}

/// Returns the chart of shares won, against those there were.
pub fn wins(words: &Words, all: &Comparison) -> Markup {
    let races = all.rows.iter().filter_map(ComparisonRow::finished);
    let most = races.map(|race| race.shares_won.max(race.shares.into())).max().unwrap_or(1);
    let part = |shares: u64| shares as f64 / most as f64;
    let frame = Frame { words, all, name: words.wins, note: words.wins_note };
    let draw = |_: &ComparisonRow, race: &RaceResult| {
        let shares = u64::from(race.shares);
        let (won, there) = (group(race.shares_won), group(shares));
        let mut value = fill(words.of_shares, &[("won", &won), ("shares", &there)]);
        if race.oversold > 0 {
            value += &format!(" · {}", fill(words.too_many, &[("n", &group(race.oversold))]));
        }
        let marks = html! {
            (bar(0.0, part(race.shares_won.min(shares)), Paint::Plain))
            @if race.oversold > 0 { (bar(part(shares), part(race.oversold), Paint::Hatched)) }
            (vertical_line(part(shares), "shares"))
        };
        Drawn { value, marks }
    };
    frame.chart(draw, None)
}

/// What all charts have around their rows.
struct Frame<'a> {
    words: &'a Words,
    all: &'a Comparison,
    name: &'a str,
    note: &'a str,
}

/// One row of a chart: what it says, and the same as the marks of a drawing.
struct Drawn {
    value: String,
    marks: Markup,
}

impl Frame<'_> {
    /// Returns the chart, with a row for each race whose turn has come and an axis below them.
    fn chart(
        &self,
        draw: impl Fn(&ComparisonRow, &RaceResult) -> Drawn,
        axis: Option<Markup>,
    ) -> Markup {
        let is_due =
            |row: &&ComparisonRow| !matches!(row.status(), RowStatus::Waiting | RowStatus::Running);
        html! {
            figure.chart {
                figcaption {
                    h3 { (self.name) }
                    p.note { (self.note) }
                }
                ol {
                    @for row in self.all.rows.iter().filter(is_due) {
                        (self.row(row, row.finished().map(|race| draw(row, race))))
                    }
                }
                @if let Some(marks) = axis { (drawing(&marks)) }
            }
        }
    }

    fn row(&self, row: &ComparisonRow, drawn: Option<Drawn>) -> Markup {
        let status = (self.words.status)(row.status());
        let value = match &drawn {
            Some(drawn) if row.status() == RowStatus::Held => drawn.value.clone(),
            Some(drawn) if !drawn.value.is_empty() => format!("{} · {status}", drawn.value),
            _ => status.to_owned(),
        };
        html! {
            li {
                p {
                    span.name { (label(self.words, self.all, row)) }
                    " "
                    span.value { (value) }
                }
                @if let Some(drawn) = drawn { (drawing(&drawn.marks)) }
            }
        }
    }
}

/// Returns the drawing that holds these marks.
fn drawing(marks: &Markup) -> Markup {
    html! { svg width="100%" height="22" aria-hidden="true" { (marks) } }
}

/// How a bar is painted.
#[derive(Clone, Copy, PartialEq)]
enum Paint {
    Plain,
    Hatched,
}

/// Returns a bar; where it begins and how long it is are parts of the width, from 0 to 1.
fn bar(from: f64, length: f64, paint: Paint) -> Markup {
    let is_hatched = paint == Paint::Hatched;
    html! {
        rect.bar.over[is_hatched] fill=[is_hatched.then_some("url(#hatch)")]
            x=(percent(from)) y="3" width=(percent(length)) height="16" {}
    }
}

/// Returns a line from top to bottom, at a part of the width.
fn vertical_line(at: f64, class: &str) -> Markup {
    let x = percent(at);
    html! { line class=(class) x1=(x) x2=(x) y1="0" y2="22" {} }
}

fn percent(part: f64) -> String {
    format!("{:.2}%", part * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use crate::words::{EN, ZH};

    #[test]
    fn every_chart_says_in_words_all_that_it_shows() {
        let all = samples::comparison();
        for words in [&EN, &ZH] {
            for chart in [rates, wins, latencies] {
                let html = chart(words, &all).into_string();
                assert!(html.contains("<figcaption><h3>"), "{html}");
                assert_eq!(html.matches("class=\"value\">").count(), 3, "{html}");
                assert_eq!(html.matches("<svg").count(), html.matches("aria-hidden").count());
                assert!(!html.contains("style="), "{html}");
            }
        }
        let says = wins(&EN, &all).into_string();
        assert!(says.contains(">get_set · command by command</span>"), "{says}");
        assert!(says.contains(">80 of 10 · 70 too many · broken</span>"), "{says}");
        assert!(says.contains(">not run</span>"), "{says}");
        let says = latencies(&EN, &all).into_string();
        assert!(says.contains("won 340 µs–12.3 ms · refused 90 µs"), "{says}");
    }

    #[test]
    fn what_was_too_many_is_hatched_behind_the_line_of_what_there_was() {
        let html = wins(&EN, &samples::comparison()).into_string();
        assert!(
            html.contains("fill=\"url(#hatch)\" x=\"12.50%\" y=\"3\" width=\"87.50%\""),
            "{html}"
        );
        assert_eq!(html.matches("url(#hatch)").count(), 1);
    }
}
