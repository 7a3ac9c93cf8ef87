//! How long grabs took: a histogram for winners and one for those refused, where time is real.

use leptos::prelude::*;
use race_core::number::duration;
use race_core::result::{Latency, RaceResult};

use super::context::Context;

/// Of a drawing, in units of its own.
const WIDTH: u64 = 1_000;
const HEIGHT: u64 = 480;

/// The latencies of a lane, at its end.
#[component]
pub fn Latencies(result: RwSignal<Option<RaceResult>>, ended: Memo<bool>) -> impl IntoView {
    let Context { words, .. } = expect_context();
    let histograms = move || {
        let result = result.read();
        let result = result.as_ref().filter(|_| ended.get())?;
        if result.config.lockstep {
            return Some(view! { <p class="quiet">{words.latency.hidden}</p> }.into_any());
        }
        let (won, refused) = (result.latency_won_us.clone(), result.latency_refused_us.clone());
        // Both share one scale, so that their shapes can be compared.
        let bounds = bounds([&won, &refused]);
        let both = view! {
            <Histogram class="won" name=words.latency.winners latency=won bounds=bounds.clone() />
            <Histogram class="refused" name=words.latency.refused latency=refused bounds />
        };
        Some(both.into_any())
    };
    view! {
        <div class="latencies" data-testid="latency">
            <h3>{words.latency.title}</h3>
            {histograms}
        </div>
    }
}

/// Returns the bounds that the bars of all histograms lie on, smallest first.
fn bounds(all: [&Latency; 2]) -> Vec<u64> {
    let mut bounds: Vec<u64> =
        all.iter().flat_map(|each| each.buckets.iter().map(|bucket| bucket.up_to_us)).collect();
    bounds.sort_unstable();
    bounds.dedup();
    bounds
}

/// One histogram, with its scale and its percentiles.
#[component]
fn Histogram(
    class: &'static str,
    name: &'static str,
    latency: Latency,
    /// The bounds that the bars lie on.
    bounds: Vec<u64>,
) -> impl IntoView {
    let Context { words, .. } = expect_context();
    let count = |bound: u64| {
        let bucket = latency.buckets.iter().find(|bucket| bucket.up_to_us == bound);
        bucket.map_or(0, |bucket| bucket.count)
    };
    let most = bounds.iter().map(|bound| count(*bound)).max().unwrap_or(0).max(1);
    let pitch = WIDTH / bounds.len().max(1) as u64;
    let bar = |(at, bound): (usize, &u64)| {
        let count = count(*bound);
        // A single grab is still seen.
        let height = (count * HEIGHT / most).max(20);
        (count > 0).then(|| {
            view! {
                <rect x=at as u64 * pitch y=HEIGHT - height width=pitch * 43 / 50 height=height>
                    <title>{words.latency_bar(count, *bound)}</title>
                </rect>
            }
        })
    };
    let percentile =
        |name: &str, value: Option<u64>| value.map(|value| format!("{name} {}", duration(value)));
    let percentiles = [
        percentile(words.latency.median, latency.p50),
        percentile(words.latency.p99, latency.p99),
        percentile(words.latency.longest, latency.max),
    ];
    let percentiles: Vec<_> = percentiles.into_iter().flatten().collect();
    let summary = match latency.count {
        0 => words.latency.none.to_owned(),
        _ => format!("{} · {}", percentiles.join(" · "), words.latency_grabs(latency.count)),
    };
    let up_to = |bound: Option<&u64>| bound.map(|bound| format!("≤ {}", duration(*bound)));
    view! {
        <div class=format!("latency {class}")>
            <strong>{name}</strong>
            <svg
                viewBox=format!("0 0 {WIDTH} {HEIGHT}")
                aria-hidden="true"
                preserveAspectRatio="none"
            >
                {bounds.iter().enumerate().map(bar).collect_view()}
            </svg>
            <div class="scale" aria-hidden="true">
                <span>{up_to(bounds.first())}</span>
                <span>{up_to(bounds.last())}</span>
            </div>
            <p>{summary}</p>
        </div>
    }
}
