//! The charts of a comparison: rates, latencies, wins. A row is a line of text with a drawing in SVG
//! below it, whose lengths are in percent: so a chart fits any width, its texts wrap and keep their size,
//! and a screen reader reads in the text what the drawing shows. Looks are classes.

use maud::{Markup, html};
use race_core::number::{duration, group};
use race_core::result::{Latency, RaceResult};

use crate::comparison::Comparison;
use crate::html::plain_label;
use crate::row::{ComparisonRow, RowStatus};
use crate::words::{Words, fill};

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
    let rates = all.rows.iter().filter_map(ComparisonRow::rate);
    let most = rates.fold(1.0, f64::max);
    let frame = Frame { words, all, name: words.rates, note: words.rates_note };
    let draw = |row: &ComparisonRow, race: &RaceResult| {
        let fill_of_bar =
            if row.status() == RowStatus::Broken { Fill::Hatched } else { Fill::Plain };
        let number = group(race.grabs_per_second.round() as u64);
        Drawn {
            value: fill(words.per_second, &[("n", &number)]),
            marks: bar(0.0, race.grabs_per_second / most, fill_of_bar),
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
            (bar(0.0, part(race.shares_won.min(shares)), Fill::Plain))
            @if race.oversold > 0 { (bar(part(shares), part(race.oversold), Fill::Hatched)) }
            (vertical_line(part(shares), "shares"))
        };
        Drawn { value, marks }
    };
    frame.chart(draw, None)
}

/// Returns the chart of latencies: from the median to the 99th percentile, winners above and the others
/// below, on a logarithmic scale.
pub fn latencies(words: &Words, all: &Comparison) -> Markup {
    let scale = Scale::of(all);
    let frame = Frame { words, all, name: words.latencies, note: words.latencies_note };
    let draw = |_: &ComparisonRow, race: &RaceResult| {
        let groups = [(words.won, &race.latency_won_us), (words.refused, &race.latency_refused_us)];
        let told = groups.iter().filter_map(|(name, latency)| in_words(name, latency));
        let marks = html! {
            @for us in scale.decades() { (vertical_line(scale.part(us), "grid")) }
            (range(&scale, &race.latency_won_us, Group::Won))
            (range(&scale, &race.latency_refused_us, Group::Refused))
        };
        Drawn { value: told.collect::<Vec<_>>().join(" · "), marks }
    };
    let axis = html! {
        @for us in scale.decades() {
            text.tick x=(percent(scale.part(us))) y="16" text-anchor="middle" { (duration(us)) }
        }
    };
    frame.chart(draw, Some(axis))
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
                    span.name { (plain_label(self.words, self.all, row)) }
                    " "
                    span.value { (value) }
                }
                @if let Some(drawn) = drawn { (drawing(&drawn.marks)) }
            }
        }
    }
}

fn drawing(marks: &Markup) -> Markup {
    html! { svg width="100%" height="22" aria-hidden="true" { (marks) } }
}

/// How a bar is filled.
#[derive(Clone, Copy, PartialEq)]
enum Fill {
    Plain,
    Hatched,
}

fn bar(from: f64, length: f64, fill: Fill) -> Markup {
    let is_hatched = fill == Fill::Hatched;
    html! {
        rect.bar.over[is_hatched] fill=[is_hatched.then_some("url(#hatch)")]
            x=(percent(from)) y="3" width=(percent(length)) height="16" {}
    }
}

fn vertical_line(at: f64, class: &str) -> Markup {
    let x = percent(at);
    html! { line class=(class) x1=(x) x2=(x) y1="0" y2="22" {} }
}

/// Returns a latency in words, such as `won 340 µs–12.3 ms`.
fn in_words(name: &str, latency: &Latency) -> Option<String> {
    let p50 = duration(latency.p50?);
    let p99 = latency.p99.map_or(String::new(), |p99| format!("–{}", duration(p99)));
    Some(format!("{name} {p50}{p99}"))
}

/// The two groups of people whose latencies a row shows.
#[derive(Clone, Copy, PartialEq)]
enum Group {
    Won,
    Refused,
}

/// Returns a mark at the median, round for winners and square for the others, with a line to the 99th
/// percentile.
fn range(scale: &Scale, latency: &Latency, group: Group) -> Markup {
    let (class, y) = match group {
        Group::Won => ("mark won", 6),
        Group::Refused => ("mark refused", 17),
    };
    let (up, down) = (y - 4, y + 4);
    html! {
        @if let Some(p50) = latency.p50 {
            @let x = percent(scale.part(p50));
            @if let Some(p99) = latency.p99 {
                @let end = percent(scale.part(p99));
                line class=(class) x1=(x) x2=(end) y1=(y) y2=(y) {}
                line class=(class) x1=(end) x2=(end) y1=(up) y2=(down) {}
            }
            @match group {
                Group::Won => circle class=(class) cx=(x) cy=(y) r="4.5" {},
                Group::Refused => {
                    rect class=(class) x=(x) y=(up) width="8" height="8" transform="translate(-4 0)" {}
                }
            }
        }
    }
}

/// Whole decades around all latencies.
struct Scale {
    low: u32,
    high: u32,
}

impl Scale {
    fn of(all: &Comparison) -> Scale {
        let races = all.rows.iter().filter_map(ComparisonRow::finished);
        let latencies = races.flat_map(|race| [&race.latency_won_us, &race.latency_refused_us]);
        let times: Vec<u64> =
            latencies.flat_map(|each| [each.p50, each.p99]).flatten().map(|us| us.max(1)).collect();
        let low = times.iter().min().map_or(0, |us| us.ilog10());
        let high = times.iter().max().map_or(1, |us| us.ilog10() + 1);
        Scale { low, high: high.max(low + 1) }
    }

    /// Where a time stands, from 0 to 1. A margin is left, so that no mark or label is cut off.
    fn part(&self, us: u64) -> f64 {
        let decades = f64::from(self.high - self.low);
        0.06 + 0.88 * ((us.max(1) as f64).log10() - f64::from(self.low)) / decades
    }

    fn decades(&self) -> impl Iterator<Item = u64> {
        (self.low..=self.high).map(|power| 10u64.pow(power))
    }
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

    #[test]
    fn a_p99_that_was_not_measured_has_no_line() {
        let mut all = samples::comparison();
        all.rows.truncate(1);
        let html = latencies(&EN, &all).into_string();
        assert_eq!(html.matches("<line class=\"mark won\"").count(), 2);
        assert_eq!(html.matches("<line class=\"mark refused\"").count(), 0);
    }
}
