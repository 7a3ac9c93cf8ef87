//! The chart of latencies.

use maud::{Markup, html};
use race_core::number::duration;
use race_core::result::{Latency, RaceResult};

use super::{Drawn, Frame, percent, vertical_line};
use crate::comparison::Comparison;
use crate::row::ComparisonRow;
use crate::words::Words;

/// Returns the chart of latencies: from the median to the 99th percentile, winners above and the others
/// below, on a logarithmic scale.
pub fn latencies(words: &Words, all: &Comparison) -> Markup {
    let scale = Scale::of(all);
    let frame = Frame { words, all, name: words.latencies, note: words.latencies_note };
    let draw = |_: &ComparisonRow, race: &RaceResult| {
        let groups = [(words.won, &race.latency_won_us), (words.refused, &race.latency_refused_us)];
        let ranges = groups.iter().filter_map(|(name, latency)| in_words(name, latency));
        let marks = html! {
            @for us in scale.decades() { (vertical_line(scale.part(us), "grid")) }
            (range(&scale, &race.latency_won_us, Group::Won))
            (range(&scale, &race.latency_refused_us, Group::Refused))
        };
        Drawn { value: ranges.collect::<Vec<_>>().join(" · "), marks }
    };
    let axis = html! {
        @for us in scale.decades() {
            text.tick x=(percent(scale.part(us))) y="16" text-anchor="middle" { (duration(us)) }
        }
    };
    frame.chart(draw, Some(axis))
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

/// A logarithmic scale from one power of ten to another, around all latencies of a comparison.
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

    /// Returns the place of a time as a part of the width. A margin is left at both ends, so that no mark
    /// or label is cut off.
    fn part(&self, us: u64) -> f64 {
        let decades = f64::from(self.high - self.low);
        0.06 + 0.88 * ((us.max(1) as f64).log10() - f64::from(self.low)) / decades
    }

    /// Returns the powers of ten, in µs.
    fn decades(&self) -> impl Iterator<Item = u64> {
        (self.low..=self.high).map(|power| 10u64.pow(power))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use crate::words::EN;

    #[test]
    fn a_p99_that_was_not_measured_has_no_line() {
        let mut all = samples::comparison();
        all.rows.truncate(1);
        let html = latencies(&EN, &all).into_string();
        assert_eq!(html.matches("<line class=\"mark won\"").count(), 2);
        assert_eq!(html.matches("<line class=\"mark refused\"").count(), 0);
    }
}
