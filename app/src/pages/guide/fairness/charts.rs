//! The three charts: what each place gets on average, how far that varies, and how often it is luckiest.

use leptos::prelude::*;
use race_core::packet::Split;

use super::chart::{Chart, ChartFigure, Point, Series, Sign};
use super::finding::{Line, spread_of};
use super::plot::{Scale, fixed, percent};
use crate::pages::guide::context::Context;
use crate::pages::guide::words::fairness::FairnessWords;

/// A piece of a way's line, as wide as the box of [`Sample`].
const SAMPLE: &str = "M-24 0H24";

/// The three charts.
#[component]
pub fn Charts(lines: Vec<Line>) -> impl IntoView {
    let texts = &expect_context::<Context>().texts.fairness;
    let charts = [mean(texts, &lines), spread(texts, &lines), luck(texts, &lines)];
    view! { <div class="charts">{charts.map(|chart| view! { <ChartFigure chart /> })}</div> }
}

/// A piece of a way's line, with its sign, for the legend.
#[component]
pub fn Sample(way: Split) -> impl IntoView {
    view! {
        <svg
            class=format!("series sample {}", way.name())
            viewBox="-24 -10 48 20"
            aria-hidden="true"
        >
            <path d=SAMPLE />
            <Sign way />
        </svg>
    }
}

fn mean(texts: &FairnessWords, lines: &[Line]) -> Chart {
    let even = lines.first().map_or(1.0, Line::even);
    let series = series(lines, |line, at| {
        let position = &line.positions[at];
        Point { value: position.mean_fen, error: 2.0 * line.error(position) }
    });
    let off = largest(&series, |point| (point.value - even).abs() + point.error);
    let scale = Scale::around(even, off);
    Chart {
        name: "mean",
        title: texts.mean,
        note: texts.mean_note.to_owned(),
        labels: scale.ticks().into_iter().map(|tick| texts.tick(tick, even, &scale)).collect(),
        scale,
        even: Some(even),
        places: places(lines),
        series,
    }
}

fn spread(texts: &FairnessWords, lines: &[Line]) -> Chart {
    let series =
        series(lines, |line, at| Point { value: spread_of(&line.positions[at]), error: 0.0 });
    let scale = Scale::from_zero(largest(&series, |point| point.value));
    Chart {
        name: "spread",
        title: texts.spread,
        note: texts.spread_note.to_owned(),
        labels: scale.ticks().into_iter().map(|tick| fixed(tick, 2)).collect(),
        scale,
        even: None,
        places: places(lines),
        series,
    }
}

fn luck(texts: &FairnessWords, lines: &[Line]) -> Chart {
    // Where all get the same, the first place is luckiest each time: that means nothing, and it would
    // press all others to the ground.
    let is_drawn = |line: &&Line| line.plan.split != Split::Equal;
    let drawn: Vec<Line> = lines.iter().filter(is_drawn).cloned().collect();
    let series =
        series(&drawn, |line, at| Point { value: line.luck_of(&line.positions[at]), error: 0.0 });
    let fair_share = lines.first().map_or(0.0, |line| 1.0 / f64::from(line.plan.shares));
    let scale = Scale::from_zero(largest(&series, |point| point.value).max(fair_share));
    let decimals = scale.places().saturating_sub(2);
    let note = match drawn.len() == lines.len() {
        true => texts.luck_note.to_owned(),
        false => [texts.luck_note, texts.stop, texts.no_equal].concat(),
    };
    Chart {
        name: "luck",
        title: texts.luck,
        note,
        labels: scale.ticks().into_iter().map(|tick| percent(tick, decimals)).collect(),
        scale,
        even: Some(fair_share),
        places: places(lines),
        series,
    }
}

fn places(lines: &[Line]) -> usize {
    lines.first().map_or(0, |line| line.positions.len())
}

fn series(lines: &[Line], point: impl Fn(&Line, usize) -> Point) -> Vec<Series> {
    let one = |line: &Line| Series {
        way: line.plan.split,
        points: (0..line.positions.len()).map(|at| point(line, at)).collect(),
    };
    lines.iter().map(one).collect()
}

fn largest(series: &[Series], value: impl Fn(&Point) -> f64) -> f64 {
    series.iter().flat_map(|series| &series.points).map(value).fold(0.0, f64::max)
}
