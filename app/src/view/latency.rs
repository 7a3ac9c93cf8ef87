//! How long grabs took: a histogram for winners and one for those refused, where time is real.

use leptos::prelude::*;
use race_core::wire::{Latency, RaceResult};

use super::behind::at_end;
use crate::model::number::duration;
use crate::model::words::Words;

/// Of a drawing, in units of its own.
const WIDTH: u64 = 1_000;
const HEIGHT: u64 = 480;

/// The latencies of a lane, at its end.
pub fn latency(
    words: &'static Words,
    result: ReadSignal<Option<RaceResult>>,
    ended: Memo<bool>,
) -> impl IntoView {
    let told = move || {
        at_end(result, ended, |result| match result.config.lockstep {
            true => view! { <p class="quiet">{words.latency.hidden}</p> }.into_any(),
            false => {
                // Both share one scale, so that their shapes can be compared.
                let both = [&result.latency_won_us, &result.latency_refused_us];
                let bounds = bounds(both);
                let [won, refused] = both;
                let (won_name, refused_name) = (words.latency.winners, words.latency.refused);
                view! {
                    {histogram(words, "won", won_name, won, &bounds)}
                    {histogram(words, "refused", refused_name, refused, &bounds)}
                }
                .into_any()
            }
        })
    };
    view! {
        <div class="latencies" data-testid="latency">
            <h3>{words.latency.title}</h3>
            {told}
        </div>
    }
}

/// The bounds that the bars of all histograms lie on, smallest first.
fn bounds(all: [&Latency; 2]) -> Vec<u64> {
    let mut bounds: Vec<u64> =
        all.iter().flat_map(|each| each.buckets.iter().map(|bucket| bucket.up_to_us)).collect();
    bounds.sort_unstable();
    bounds.dedup();
    bounds
}

fn histogram(
    words: &'static Words,
    class: &'static str,
    name: &'static str,
    latency: &Latency,
    bounds: &[u64],
) -> AnyView {
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
            view! {
                <rect x=at as u64 * pitch width=pitch * 43 / 50 y=HEIGHT - height height=height>
                    <title>{words.latency_bar(count(bound), *bound)}</title>
                </rect>
            }
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
    view! {
        <div class=format!("latency {class}")>
            <strong>{name}</strong>
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" aria-hidden="true">{bars}</svg>
            <div class="scale" aria-hidden="true">
                <span>{bounds.first().map(|bound| format!("≤ {}", duration(*bound)))}</span>
                <span>{bounds.last().map(|bound| format!("≤ {}", duration(*bound)))}</span>
            </div>
            <p>{told}</p>
        </div>
    }
    .into_any()
}
