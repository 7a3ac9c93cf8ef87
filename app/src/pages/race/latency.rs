//! How long grabs took: a histogram for winners and one for those refused, where time is real.

use leptos::prelude::*;
use race_core::wire::{Latency, RaceResult};

use crate::components::dom::{El, el, svg};
use crate::components::icon::drawing;
use crate::words::Words;
use race_core::number::duration;

/// Of a drawing, in units of its own.
const WIDTH: u64 = 1_000;
const HEIGHT: u64 = 480;

/// The latencies of a lane, at its end.
pub fn latency(
    words: &'static Words,
    result: ReadSignal<Option<RaceResult>>,
    ended: Memo<bool>,
) -> El {
    let told = move || match result.read().as_ref().filter(|_| ended.get()) {
        None => Vec::new(),
        Some(result) if result.config.lockstep => {
            vec![el("p", "quiet").say(words.latency.hidden)]
        }
        Some(result) => {
            let both = [&result.latency_won_us, &result.latency_refused_us];
            // Both share one scale, so that their shapes can be compared.
            let bounds = bounds(both);
            let [won, refused] = both;
            vec![
                histogram(words, "won", words.latency.winners, won, &bounds),
                histogram(words, "refused", words.latency.refused, refused, &bounds),
            ]
        }
    };
    el("div", "latencies").test("latency").add(el("h3", "").say(words.latency.title)).part(told)
}

/// The bounds that the bars of all histograms lie on, smallest first.
fn bounds(all: [&Latency; 2]) -> Vec<u64> {
    let mut bounds: Vec<u64> =
        all.iter().flat_map(|each| each.buckets.iter().map(|bucket| bucket.up_to_us)).collect();
    bounds.sort_unstable();
    bounds.dedup();
    bounds
}

fn histogram(words: &Words, class: &str, name: &str, latency: &Latency, bounds: &[u64]) -> El {
    let count = |bound: &u64| {
        latency
            .buckets
            .iter()
            .find(|bucket| bucket.up_to_us == *bound)
            .map_or(0, |bucket| bucket.count)
    };
    let most = bounds.iter().map(count).max().unwrap_or(0).max(1);
    let pitch = WIDTH / bounds.len().max(1) as u64;
    let bars: Vec<_> = bounds
        .iter()
        .enumerate()
        .filter(|(_, bound)| count(bound) > 0)
        .map(|(at, bound)| {
            // A single grab is still seen.
            let height = (count(bound) * HEIGHT / most).max(20);
            let area = [at as u64 * pitch, HEIGHT - height, pitch * 43 / 50, height];
            let names = ["x", "y", "width", "height"];
            let title = svg("title", "").say(&words.latency_bar(count(bound), *bound));
            let bar = svg("rect", "").add(title);
            names.iter().zip(area).fold(bar, |bar, (name, value)| bar.set(name, &value.to_string()))
        })
        .collect();
    let figure =
        |name: &str, value: Option<u64>| value.map(|value| format!("{name} {}", duration(value)));
    let figures = [
        figure(words.latency.median, latency.p50),
        figure(words.latency.p99, latency.p99),
        figure(words.latency.longest, latency.max),
    ];
    let figures: Vec<_> = figures.into_iter().flatten().collect();
    let told = match latency.count {
        0 => words.latency.none.to_owned(),
        _ => format!("{} · {}", figures.join(" · "), words.latency_grabs(latency.count)),
    };
    let bound = |bound: Option<&u64>| {
        el("span", "").say(&bound.map_or(String::new(), |bound| format!("≤ {}", duration(*bound))))
    };
    let scale = el("div", "scale").set("aria-hidden", "true");
    let bars =
        drawing("", &format!("0 0 {WIDTH} {HEIGHT}")).set("preserveAspectRatio", "none").all(bars);
    el("div", &format!("latency {class}"))
        .add(el("strong", "").say(name))
        .add(bars)
        .add(scale.add(bound(bounds.first())).add(bound(bounds.last())))
        .add(el("p", "").say(&told))
}
