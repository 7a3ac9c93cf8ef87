//! How long grabs took: percentiles from a histogram, and bars for the eye.

use hdrhistogram::Histogram;
use race_core::result::{Bucket, Latency};

/// A percentile is shown only from this many samples on: below, it is one sample's luck.
const P99_SAMPLES: u64 = 1_000;
/// The same for the 99.9th.
const P999_SAMPLES: u64 = 10_000;
/// The longest time that is distinguished, in µs; a race is over before.
const MAX_US: u64 = 120_000_000;

/// Times of one kind of grab.
pub struct Times {
    histogram: Histogram<u64>,
    /// Upper bounds of the bars, 1-2-5 a decade, and the samples in each.
    bars: Vec<Bucket>,
    max_us: u64,
    sum_us: u64,
}

impl Times {
    /// Returns no samples yet.
    pub fn new() -> Times {
        let bound = |at: u32| [1, 2, 5][at as usize % 3] * 10u64.pow(at / 3);
        let bars = (0..).map(bound).take_while(|bound| *bound < 2 * MAX_US);
        Times {
            histogram: Histogram::new_with_bounds(1, MAX_US, 3).expect("sound bounds"),
            bars: bars.map(|up_to_us| Bucket { up_to_us, count: 0 }).collect(),
            max_us: 0,
            sum_us: 0,
        }
    }

    /// Takes one sample.
    pub fn take(&mut self, us: u64) {
        self.histogram.saturating_record(us);
        let at = self.bars.partition_point(|bar| bar.up_to_us < us);
        if let Some(bar) = self.bars.get_mut(at) {
            bar.count += 1;
        }
        self.max_us = self.max_us.max(us);
        self.sum_us += us;
    }

    /// Returns percentiles, mean and bars of the samples.
    pub fn latency(&self) -> Latency {
        let count = self.histogram.len();
        let at_least = |samples: u64, quantile: f64| {
            let value = || self.histogram.value_at_quantile(quantile).min(self.max_us);
            (count >= samples).then(value)
        };
        let filled = |bar: &Bucket| bar.count > 0;
        let first = self.bars.iter().position(filled).unwrap_or(0);
        let end = self.bars.iter().rposition(filled).map_or(0, |last| last + 1);
        Latency {
            p50: at_least(1, 0.5),
            p90: at_least(1, 0.9),
            p99: at_least(P99_SAMPLES, 0.99),
            p999: at_least(P999_SAMPLES, 0.999),
            max: (count > 0).then_some(self.max_us),
            mean: (count > 0).then(|| self.sum_us as f64 / count as f64),
            count,
            buckets: self.bars[first..end].to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_percentiles_are_shown_only_from_enough_samples() {
        let mut times = Times::new();
        assert_eq!(times.latency(), Latency::default());
        for (samples, p99, p999) in [(999, false, false), (1, true, false), (9_000, true, true)] {
            (0..samples).for_each(|_| times.take(100));
            let latency = times.latency();
            assert_eq!((latency.p99.is_some(), latency.p999.is_some()), (p99, p999));
        }
        assert_eq!(times.latency().p50, Some(100));
        assert_eq!(times.latency().mean, Some(100.0));
    }

    #[test]
    fn a_bound_belongs_to_its_own_bar_and_empty_bars_stand_only_between_full_ones() {
        let mut times = Times::new();
        for us in [3, 5, 6, 100] {
            times.take(us);
        }
        let bars: Vec<_> =
            times.latency().buckets.iter().map(|bar| (bar.up_to_us, bar.count)).collect();
        assert_eq!(bars, [(5, 2), (10, 1), (20, 0), (50, 0), (100, 1)]);
    }
}
