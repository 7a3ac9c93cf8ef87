//! Charts of a comparison: rates, latencies, wins. A row is a line of text and a drawing in SVG below
//! it, whose lengths are in percent: so a chart fits any width, its texts wrap and keep their size, and
//! who cannot see the drawing reads the same beside it. Looks are classes.

use crate::comparison::{Compared, Comparison};
use race_core::number::{duration, group};
use race_core::result::{Latency, RaceResult};

use crate::html::{escape, label};
use crate::row::Stand;
use crate::words::{Words, fill};

/// The hatching that all charts of a page use; it must stand there once.
pub const HATCH: &str = "<svg class=\"hatch\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\
<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
<rect class=\"hatch-ground\" width=\"6\" height=\"6\"/><rect class=\"hatch-line\" width=\"3\" height=\"6\"/></pattern></defs></svg>";

/// Grabs a second, one bar a row.
pub fn rates(words: &Words, all: &Comparison) -> String {
    let rates = all.rows.iter().filter_map(Compared::finished).map(|race| race.grabs_per_second);
    let most = rates.fold(1.0, f64::max);
    let row = |row: &Compared, race: &RaceResult| {
        let class = if row.stand() == Stand::Broken { OVER } else { BAR };
        let number = group(race.grabs_per_second.round() as u64);
        let value = fill(words.per_second, &[("n", &number)]);
        (value, drawing(&bar(0.0, race.grabs_per_second / most, class)))
    };
    chart(words, all, [words.rates, words.rates_note], row, "")
}

/// Shares won, against those there were.
pub fn wins(words: &Words, all: &Comparison) -> String {
    let races = all.rows.iter().filter_map(Compared::finished);
    let most = races.map(|race| race.shares_won.max(race.shares.into())).max().unwrap_or(1);
    let part = |shares: u64| shares as f64 / most as f64;
    let row = |_: &Compared, race: &RaceResult| {
        let shares = u64::from(race.shares);
        let (won, there) = (group(race.shares_won), group(shares));
        let mut value = fill(words.of_shares, &[("won", &won), ("shares", &there)]);
        let mut marks = bar(0.0, part(race.shares_won.min(shares)), BAR);
        if race.oversold > 0 {
            value += &format!(" · {}", fill(words.too_many, &[("n", &group(race.oversold))]));
            marks += &bar(part(shares), part(race.oversold), OVER);
        }
        (value, drawing(&(marks + &upright(part(shares), "shares"))))
    };
    chart(words, all, [words.wins, words.wins_note], row, "")
}

/// From the median to the 99th percentile, winners above and the others below, on a logarithmic scale.
pub fn latencies(words: &Words, all: &Comparison) -> String {
    let scale = Scale::of(all);
    let grid: String = scale.decades().map(|us| upright(scale.part(us), "grid")).collect();
    let row = |_: &Compared, race: &RaceResult| {
        let kinds = [(words.won, &race.latency_won_us), (words.refused, &race.latency_refused_us)];
        let told = kinds.iter().filter_map(|(name, latency)| span(name, latency));
        let value = told.collect::<Vec<_>>().join(" · ");
        let [won, refused] = [0, 1].map(|at| range(&scale, kinds[at].1, at));
        (value, drawing(&format!("{grid}{won}{refused}")))
    };
    let ticks: String = scale.decades().map(|us| tick(scale.part(us), &duration(us))).collect();
    chart(words, all, [words.latencies, words.latencies_note], row, &drawing(&ticks))
}

/// A chart: name, what it means, a line of text and a drawing for each row whose turn has come, an axis.
fn chart(
    words: &Words,
    all: &Comparison,
    [name, note]: [&str; 2],
    draw: impl Fn(&Compared, &RaceResult) -> (String, String),
    axis: &str,
) -> String {
    let is_due = |row: &&Compared| !matches!(row.stand(), Stand::Waiting | Stand::Running);
    let row = |row: &Compared| {
        let stand = (words.stand)(row.stand());
        let (value, drawing) = row.finished().map(|race| draw(row, race)).unwrap_or_default();
        let value = match row.stand() {
            Stand::Held => value,
            _ if value.is_empty() => stand.to_owned(),
            _ => format!("{value} · {stand}"),
        };
        format!(
            "<li><p><span class=\"name\">{}</span> <span class=\"value\">{}</span></p>{drawing}</li>",
            label(words, all, row),
            escape(&value)
        )
    };
    let rows: String = all.rows.iter().filter(is_due).map(row).collect();
    format!(
        "<figure class=\"chart\"><figcaption><h3>{}</h3><p class=\"note\">{}</p></figcaption><ol>{rows}</ol>{axis}</figure>",
        escape(name),
        escape(note)
    )
}

const BAR: &str = "class=\"bar\"";
const OVER: &str = "class=\"bar over\" fill=\"url(#hatch)\"";

fn drawing(marks: &str) -> String {
    format!("<svg width=\"100%\" height=\"22\" aria-hidden=\"true\">{marks}</svg>")
}

fn bar(from: f64, long: f64, looks: &str) -> String {
    let (x, wide) = (percent(from), percent(long));
    format!("<rect {looks} x=\"{x}\" y=\"3\" width=\"{wide}\" height=\"16\"/>")
}

fn upright(at: f64, class: &str) -> String {
    let x = percent(at);
    format!("<line class=\"{class}\" x1=\"{x}\" x2=\"{x}\" y1=\"0\" y2=\"22\"/>")
}

fn tick(at: f64, text: &str) -> String {
    let x = percent(at);
    format!("<text class=\"tick\" x=\"{x}\" y=\"16\" text-anchor=\"middle\">{text}</text>")
}

/// `won 340 µs–12.3 ms`.
fn span(name: &str, latency: &Latency) -> Option<String> {
    let p50 = duration(latency.p50?);
    let p99 = latency.p99.map_or(String::new(), |p99| format!("–{}", duration(p99)));
    Some(format!("{name} {p50}{p99}"))
}

/// A mark at the median, round for winners and square for the others, and a line to the 99th percentile.
fn range(scale: &Scale, latency: &Latency, at: usize) -> String {
    let Some(p50) = latency.p50 else { return String::new() };
    let (x, y) = (percent(scale.part(p50)), [6, 17][at]);
    let class = ["mark won", "mark refused"][at];
    let (up, down) = (y - 4, y + 4);
    let line = latency.p99.map_or(String::new(), |p99| {
        let end = percent(scale.part(p99));
        format!(
            "<line class=\"{class}\" x1=\"{x}\" x2=\"{end}\" y1=\"{y}\" y2=\"{y}\"/>\
             <line class=\"{class}\" x1=\"{end}\" x2=\"{end}\" y1=\"{up}\" y2=\"{down}\"/>"
        )
    });
    let mark = match at {
        0 => format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"4.5\"/>"),
        _ => format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{up}\" width=\"8\" height=\"8\" transform=\"translate(-4 0)\"/>"
        ),
    };
    line + &mark
}

/// Whole decades around all latencies.
struct Scale {
    low: u32,
    high: u32,
}

impl Scale {
    fn of(all: &Comparison) -> Scale {
        let races = all.rows.iter().filter_map(Compared::finished);
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
                let html = chart(words, &all);
                assert!(html.contains("<figcaption><h3>"), "{html}");
                assert_eq!(html.matches("class=\"value\">").count(), 3, "{html}");
                assert_eq!(html.matches("<svg").count(), html.matches("aria-hidden").count());
                assert!(!html.contains("style="), "{html}");
            }
        }
        let says = wins(&EN, &all);
        assert!(says.contains(">get_set · command by command</span>"), "{says}");
        assert!(says.contains(">80 of 10 · 70 too many · broken</span>"), "{says}");
        assert!(says.contains(">not run</span>"), "{says}");
        let says = latencies(&EN, &all);
        assert!(says.contains("won 340 µs–12.3 ms · refused 90 µs"), "{says}");
    }

    #[test]
    fn what_was_too_many_is_hatched_behind_the_line_of_what_there_was() {
        let html = wins(&EN, &samples::comparison());
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
        let html = latencies(&EN, &all);
        assert_eq!(html.matches("<line class=\"mark won\"").count(), 2);
        assert_eq!(html.matches("<line class=\"mark refused\"").count(), 0);
    }
}
