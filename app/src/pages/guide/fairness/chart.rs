//! A chart by place in the line. A way has its dash and its sign as well as its hue, and each way's signs
//! stand a little apart, so that none hides another.
//!
//! A chart is as wide as there is room, and its letters are always of one size: across, all is placed in
//! parts of the width; down, in pixels.

use leptos::prelude::*;
use race_core::packet::Split;

use super::plot::{HEIGHT, Scale, coordinate, named};
use crate::pages::guide::context::Context;

/// The distance between the signs of two ways, in pixels.
const APART: f64 = 7.0;
/// With more places than this there are signs at some only, and no bars.
const PLACES_MARKED: usize = 20;
/// Units across the drawing of a line.
const ACROSS: f64 = 1_000.0;

/// What a chart shows.
pub struct Chart {
    /// The name in ids.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub title: &'static str,
    /// What it shows, in a sentence.
    pub note: String,
    /// From bottom to top.
    pub scale: Scale,
    /// The texts of the scale's ticks.
    pub labels: Vec<String>,
    /// The value of every place if all were alike.
    pub even: Option<f64>,
    /// How many places there are.
    pub places: usize,
    /// The lines.
    pub series: Vec<Series>,
}

/// The line of one way.
pub struct Series {
    /// The way.
    pub way: Split,
    /// A point for each place.
    pub points: Vec<Point>,
}

/// A value, and how far chance takes it.
#[derive(Clone, Copy)]
pub struct Point {
    /// The value.
    pub value: f64,
    /// How far chance takes it, up and down.
    pub error: f64,
}

/// A chart with its title.
#[component]
pub fn ChartFigure(chart: Chart) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let Chart { name, title, note, scale, labels, even, places, series } = chart;
    let label = [title, texts.colon, &note].concat();
    let middle = (series.len() as f64 - 1.0) / 2.0;
    let lines = series.into_iter().enumerate().map(|(nth, series)| {
        let apart = if places > PLACES_MARKED { 0.0 } else { (nth as f64 - middle) * APART };
        view! { <Line series scale=scale.clone() apart /> }
    });
    let lines = lines.collect_view();
    view! {
        <figure>
            <figcaption>
                <h2>{title}</h2>
                <small>{note}</small>
            </figcaption>
            <svg
                class="chart"
                data-testid=format!("chart-{name}")
                height=coordinate(HEIGHT + 26.0)
                role="img"
                aria-label=label
            >
                <Grid scale labels even places />
                {lines}
            </svg>
            <small class="axis" aria-hidden="true">
                {texts.fairness.place}
            </small>
        </figure>
    }
}

/// The ticks of the scale, the places, and the even share.
#[component]
fn Grid(scale: Scale, labels: Vec<String>, even: Option<f64>, places: usize) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let ticks = scale.ticks().into_iter().zip(labels).map(|(tick, label)| {
        let y = scale.y(tick);
        view! {
            <Across class="grid" y />
            <text class="tick" x="-8" y=coordinate(y + 5.0)>
                {label}
            </text>
        }
    });
    let ticks = ticks.collect_view();
    let place = |place: usize| {
        view! {
            <text class="named" x=middle(place - 1, places) y=coordinate(HEIGHT + 20.0)>
                {place}
            </text>
        }
    };
    let even = even.map(|even| {
        let y = scale.y(even);
        view! {
            <Across class="even" y />
            <text class="even-name" x="100%" y=coordinate(y + 5.0)>
                {texts.fairness.even_line}
            </text>
        }
    });
    view! {
        {ticks}
        {named(places).into_iter().map(place).collect_view()}
        {even}
    }
}

/// A line over the whole width.
#[component]
fn Across(class: &'static str, y: f64) -> impl IntoView {
    let y = coordinate(y);
    view! { <line class=class x1="0" x2="100%" y1=y.clone() y2=y /> }
}

/// The line of one way, with its signs.
#[component]
fn Line(
    series: Series,
    scale: Scale,
    /// How far the line is moved aside, in pixels.
    apart: f64,
) -> impl IntoView {
    let Series { way, points } = series;
    let count = points.len();
    let every = count.div_ceil(PLACES_MARKED).max(1);
    let sign = |(at, point): (usize, &Point)| {
        let y = scale.y(point.value);
        let half = (scale.y(point.value - point.error) - scale.y(point.value + point.error)) / 2.0;
        let bar = (every == 1 && half > 1.0).then(|| {
            let half = coordinate(half);
            view! { <path class="bar" d=format!("M0 -{half}V{half}M-4 -{half}H4M-4 {half}H4") /> }
        });
        view! {
            <svg x=middle(at, count) y=coordinate(y) overflow="visible">
                {bar}
                <Sign way />
            </svg>
        }
    };
    let signs = points.iter().enumerate().step_by(every).map(sign).collect_view();
    // The drawing of the line is stretched to the width, but its pen is not: so the dashes run on from
    // place to place.
    view! {
        <g
            class=format!("series {}", way.name())
            transform=format!("translate({} 0)", coordinate(apart))
        >
            <svg
                viewBox=format!("0 0 {} {}", coordinate(ACROSS), coordinate(HEIGHT))
                height=coordinate(HEIGHT)
                preserveAspectRatio="none"
                overflow="visible"
            >
                <path d=path(&points, &scale) vector-effect="non-scaling-stroke" />
            </svg>
            {signs}
        </g>
    }
}

/// The sign of a way, around the origin.
#[component]
pub fn Sign(way: Split) -> impl IntoView {
    let path = match way {
        Split::FairMean => "M0 -5A5 5 0 1 1 0 5A5 5 0 1 1 0 -5Z",
        Split::DoubleMean => "M-4.5 -4.5H4.5V4.5H-4.5Z",
        Split::LineCut => "M0 -6L6 5H-6Z",
        Split::Equal => "M0 -6.5L6.5 0L0 6.5L-6.5 0Z",
    };
    view! { <path class="sign" d=path /> }
}

/// Returns the path from point to point.
fn path(points: &[Point], scale: &Scale) -> String {
    let step = |(at, point): (usize, &Point)| {
        let x = (at as f64 + 0.5) / points.len() as f64 * ACROSS;
        let command = if at == 0 { "M" } else { "L" };
        format!("{command}{} {}", coordinate(x), coordinate(scale.y(point.value)))
    };
    points.iter().enumerate().map(step).collect()
}

/// Returns the middle of a place, in parts of the width.
fn middle(at: usize, places: usize) -> String {
    format!("{}%", coordinate((at as f64 + 0.5) / places.max(1) as f64 * 100.0))
}
