//! What the bench has measured, in numbers and as text.

use super::workload::{CONCURRENCY, GRABS};

/// What was measured, in the order in which it was.
#[derive(Default)]
pub struct Figures {
    /// Grabs a second of each race.
    pub race: Vec<f64>,
    /// Calls a second of each run of `redis-benchmark`.
    pub benchmark: Vec<f64>,
    /// CPU time of this process a grab, in µs, of each race without a viewer.
    pub cpu_alone: Vec<f64>,
    /// The same of each race with one.
    pub cpu_watched: Vec<f64>,
}

impl Figures {
    /// Returns our rate beside that of redis-benchmark.
    fn speed(&self) -> f64 {
        median(&self.race) / median(&self.benchmark)
    }

    /// Returns our CPU time with a viewer beside that without.
    fn watching(&self) -> f64 {
        median(&self.cpu_watched) / median(&self.cpu_alone)
    }

    /// Returns the figures as one JSON object.
    pub fn json(&self) -> serde_json::Value {
        let figure = |all: &[f64]| serde_json::json!({ "median": median(all), "all": all });
        serde_json::json!({
            "grabs": GRABS,
            "concurrency": CONCURRENCY,
            "speed_ratio": self.speed(),
            "race_grabs_per_second": figure(&self.race),
            "redis_benchmark_calls_per_second": figure(&self.benchmark),
            "viewer_cpu_ratio": self.watching(),
            "cpu_us_per_grab_alone": figure(&self.cpu_alone),
            "cpu_us_per_grab_watched": figure(&self.cpu_watched),
        })
    }

    /// Returns the figures as a table.
    pub fn text(&self) -> String {
        let row = |name: &str, all: &[f64], decimals: usize| {
            let each: Vec<_> = all.iter().map(|figure| format!("{figure:.decimals$}")).collect();
            format!("  {name:<34} {:>10.decimals$}   of {}\n", median(all), each.join(" "))
        };
        let mut text = format!(
            "Grabs a second of atomic inside Redis, {GRABS} grabs, {CONCURRENCY} in flight, beside \
             redis-benchmark with the same script (medians)\n"
        );
        text += &row("race", &self.race, 0);
        text += &row("redis-benchmark -c 50 -P 16", &self.benchmark, 0);
        text += &format!("  ratio {:.3} (at least 1.0 is promised)\n", self.speed());
        text += "CPU time of this process a grab, in µs (medians)\n";
        text += &row("alone", &self.cpu_alone, 3);
        text += &row("with a viewer", &self.cpu_watched, 3);
        text += &format!("  ratio {:.3} (at most 1.05 is promised)\n", self.watching());
        text
    }
}

/// Returns the middle one; of an even number, the mean of the two in the middle.
fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        len if len % 2 == 1 => sorted[len / 2],
        len => (sorted[len / 2 - 1] + sorted[len / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
    }
}
