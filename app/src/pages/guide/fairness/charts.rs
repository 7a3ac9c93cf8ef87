//! Three charts, by place in the line. A way has its dash and its mark as well as its hue, and each way's
//! marks stand a little apart, so that none hides another.
//!
//! A chart is as wide as there is room, and its letters are always of one size: across, all is placed in
//! parts of the width; down, in pixels.

use race_core::packet::Split;

use super::super::Cx;
use crate::components::dom::{El, el, svg};
use crate::pages::guide::fairness::finding::{Line, spread_of};
use crate::pages::guide::fairness::plot::{HEIGHT, Scale, coordinate, fixed, named, percent};

/// How far the marks of two ways stand apart, in pixels.
const APART: f64 = 7.0;
/// With more places than this there are marks at some only, and no bars.
const PLACES_MARKED: usize = 20;
/// Units across the drawing of a line.
const ACROSS: f64 = 1_000.0;

/// Where a value stands, and how far chance takes it.
type Point = (f64, f64);

struct Chart<'a> {
    name: &'static str,
    title: &'a str,
    note: &'a str,
    scale: Scale,
    tick: Box<dyn Fn(f64) -> String + 'a>,
    /// What all would have if all were alike.
    even: Option<f64>,
    lines: Vec<(Split, Vec<Point>)>,
}

/// The three.
pub fn charts(cx: Cx, lines: &[Line]) -> El {
    let words = &cx.says.fairness;
    let even = lines.first().map_or(1.0, Line::even);
    let means = points(lines, |line, at| {
        let position = &line.positions[at];
        (position.mean_fen, 2.0 * line.error(position))
    });
    let spreads = points(lines, |line, at| (spread_of(&line.positions[at]), 0.0));
    // Whoever is first is luckiest each time where all get the same: that says nothing, and it would
    // press all others to the ground.
    let drawn: Vec<Line> =
        lines.iter().filter(|line| line.plan.split != Split::Equal).cloned().collect();
    let luck = points(&drawn, |line, at| (line.luck_of(&line.positions[at]), 0.0));
    let off = largest(&means, |(mean, error)| (mean - even).abs() + error);
    let fair_share = lines.first().map_or(0.0, |line| 1.0 / f64::from(line.plan.shares));
    let scale = Scale::around(even, off);
    let by_scale = scale.clone();
    let mean = Chart {
        name: "mean",
        title: words.mean,
        note: words.mean_note,
        scale,
        tick: Box::new(move |value| words.tick(value, even, &by_scale)),
        even: Some(even),
        lines: means,
    };
    let spread = Chart {
        name: "spread",
        title: words.spread,
        note: words.spread_note,
        scale: Scale::from_zero(largest(&spreads, |(value, _)| value)),
        tick: Box::new(|value| fixed(value, 2)),
        even: None,
        lines: spreads,
    };
    let scale = Scale::from_zero(largest(&luck, |(value, _)| value).max(fair_share));
    let places = scale.places().saturating_sub(2);
    let note = match drawn.len() == lines.len() {
        true => words.luck_note.to_owned(),
        false => format!("{}{}{}", words.luck_note, words.stop, words.no_equal),
    };
    let luck = Chart {
        name: "luck",
        title: words.luck,
        note: &note,
        scale,
        tick: Box::new(move |value| percent(value, places)),
        even: Some(fair_share),
        lines: luck,
    };
    let places = lines.first().map_or(0, |line| line.positions.len());
    el("div", "charts").all([mean, spread, luck].map(|chart| figure(cx, &chart, places)).into())
}

fn points(lines: &[Line], of: impl Fn(&Line, usize) -> Point) -> Vec<(Split, Vec<Point>)> {
    let one =
        |line: &Line| (line.plan.split, (0..line.positions.len()).map(|at| of(line, at)).collect());
    lines.iter().map(one).collect()
}

fn largest(lines: &[(Split, Vec<Point>)], of: impl Fn(Point) -> f64) -> f64 {
    lines.iter().flat_map(|(_, points)| points).map(|point| of(*point)).fold(0.0, f64::max)
}

fn figure(cx: Cx, chart: &Chart, places: usize) -> El {
    let words = &cx.says.fairness;
    let caption = el("figcaption", "")
        .add(el("h2", "").say(chart.title))
        .add(el("small", "").say(chart.note));
    let drawing = svg("svg", "chart")
        .test(&format!("chart-{}", chart.name))
        .set("height", &coordinate(HEIGHT + 26.0))
        .set("role", "img")
        .set("aria-label", &format!("{}{}{}", chart.title, cx.says.colon, chart.note))
        .all(grid(cx, chart, places))
        .all(
            chart
                .lines
                .iter()
                .enumerate()
                .flat_map(|(nth, line)| {
                    let apart = (nth as f64 - (chart.lines.len() as f64 - 1.0) / 2.0) * APART;
                    series(chart, line, if places > PLACES_MARKED { 0.0 } else { apart })
                })
                .collect(),
        );
    el("figure", "")
        .add(caption)
        .add(drawing)
        .add(el("small", "axis").set("aria-hidden", "true").say(words.place))
}

/// The round numbers, the places, and the even share.
fn grid(cx: Cx, chart: &Chart, places: usize) -> Vec<El> {
    let across = |y: f64, class: &str| {
        let y = coordinate(y);
        svg("line", class).set("x1", "0").set("x2", "100%").set("y1", &y).set("y2", &y)
    };
    let text =
        |x: &str, y: f64, class: &str| svg("text", class).set("x", x).set("y", &coordinate(y));
    let mut parts = Vec::new();
    for tick in chart.scale.ticks() {
        let y = chart.scale.y(tick);
        parts.push(across(y, "grid"));
        parts.push(text("-8", y + 5.0, "tick").say(&(chart.tick)(tick)));
    }
    for place in named(places) {
        parts
            .push(text(&middle(place - 1, places), HEIGHT + 20.0, "named").say(&place.to_string()));
    }
    if let Some(even) = chart.even {
        let y = chart.scale.y(even);
        parts.push(across(y, "even"));
        parts.push(text("100%", y + 5.0, "even-name").say(cx.says.fairness.even_line));
    }
    parts
}

/// The middle of a place, in parts of the width.
fn middle(at: usize, places: usize) -> String {
    format!("{}%", coordinate((at as f64 + 0.5) / places.max(1) as f64 * 100.0))
}

fn series(chart: &Chart, (way, points): &(Split, Vec<Point>), apart: f64) -> Vec<El> {
    let (count, class) = (points.len(), format!("series {}", way.name()));
    let mut path = String::new();
    for (at, (value, _)) in points.iter().enumerate() {
        let x = (at as f64 + 0.5) / count as f64 * ACROSS;
        let y = chart.scale.y(*value);
        path += &format!("{}{} {}", if at == 0 { "M" } else { "L" }, coordinate(x), coordinate(y));
    }
    // Stretched to the width, without its pen: so the dashes run on from place to place.
    let stretched = svg("svg", "")
        .set("viewBox", &format!("0 0 {} {}", coordinate(ACROSS), coordinate(HEIGHT)))
        .set("height", &coordinate(HEIGHT))
        .set("preserveAspectRatio", "none")
        .set("overflow", "visible")
        .add(svg("path", "").set("d", &path).set("vector-effect", "non-scaling-stroke"));
    let group = svg("g", &class).set("transform", &format!("translate({} 0)", coordinate(apart)));
    let every = count.div_ceil(PLACES_MARKED);
    let marked = (0..count).filter(|at| at % every == 0);
    let marks = marked.map(|at| {
        let (value, error) = points[at];
        let y = chart.scale.y(value);
        let bar = (chart.scale.y(value - error) - chart.scale.y(value + error)) / 2.0;
        let mut spot = svg("svg", "")
            .set("x", &middle(at, count))
            .set("y", &coordinate(y))
            .set("overflow", "visible");
        if every == 1 && bar > 1.0 {
            let bar = coordinate(bar);
            spot = spot.add(
                svg("path", "bar").set("d", &format!("M0 -{bar}V{bar}M-4 -{bar}H4M-4 {bar}H4")),
            );
        }
        spot.add(mark(*way))
    });
    vec![group.add(stretched).all(marks.collect())]
}

/// A way's mark, around the origin.
fn mark(way: Split) -> El {
    let path = match way {
        Split::FairMean => "M0 -5A5 5 0 1 1 0 5A5 5 0 1 1 0 -5Z",
        Split::DoubleMean => "M-4.5 -4.5H4.5V4.5H-4.5Z",
        Split::LineCut => "M0 -6L6 5H-6Z",
        Split::Equal => "M0 -6.5L6.5 0L0 6.5L-6.5 0Z",
    };
    svg("path", "sign").set("d", path)
}

/// A piece of a way's line, with its mark, for the legend.
pub fn sample(way: Split) -> El {
    svg("svg", &format!("series sample {}", way.name()))
        .set("viewBox", "-24 -10 48 20")
        .set("aria-hidden", "true")
        .add(svg("path", "").set("d", "M-24 0H24"))
        .add(mark(way))
}
