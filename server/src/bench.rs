//! The bench: our own overhead, as ratios, never as an absolute time.
//!
//! One figure is the rate of a race beside `redis-benchmark` running the same script on the same
//! Redis; the other is what a viewer costs. Each pair is taken in turns, so that whatever else the
//! machine does meets both alike, and the medians count.

use std::sync::Arc;
use std::time::Duration;

use race_core::RaceConfig;
use race_core::config::field::plain;
use race_core::result::{RaceResult, Status};
use race_core::trace::Outcome;
use race_core::wire::Frame;

use crate::backends::Backends;
use crate::live::{self, Cursor, Log};
use crate::store::benchmark::{Benchmark, BenchmarkError};
use crate::store::{Source, Store, StoreError};

/// Grabs in a measured race; each wins.
const GRABS: u32 = 200_000;
/// Grabs in flight.
const CONCURRENCY: u32 = 800;
/// A viewer gets a frame this often.
const FRAME: Duration = Duration::from_millis(33);
/// Steps in a frame, at most.
const FRAME_STEPS: usize = 5_000;

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// Redis cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// `redis-benchmark` measured nothing.
    #[error(transparent)]
    Benchmark(#[from] BenchmarkError),
    /// A figure of a race that went wrong would be worth nothing.
    #[error("A measured race did not end as it should: {0}")]
    Race(String),
}

/// What to measure, and how to print it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which Redis; a private one by default.
    pub source: Source,
    /// How often each figure is taken; the median counts.
    pub runs: u32,
    /// One JSON object on standard output instead of text.
    pub json: bool,
}

/// What was measured, in the order in which it was.
#[derive(Default)]
struct Figures {
    race: Vec<f64>,
    benchmark: Vec<f64>,
    cpu_alone: Vec<f64>,
    cpu_watched: Vec<f64>,
}

/// Measures and prints to standard output; progress goes to standard error.
///
/// # Errors
///
/// Fails if Redis or `redis-benchmark` cannot be used, or if a race goes wrong.
pub async fn run(options: Options) -> Result<(), BenchError> {
    let backends = Backends::from(Store::open(options.source.clone()).await?);
    let figures = measure(&backends, options.runs).await;
    backends.close().await;
    let figures = figures?;
    match options.json {
        true => println!("{:#}", figures.json()),
        false => print!("{}", figures.text()),
    }
    Ok(())
}

async fn measure(backends: &Backends, runs: u32) -> Result<Figures, BenchError> {
    let config = config();
    let benchmark = Benchmark::load(&backends.redis, &config).await?;
    let mut figures = Figures::default();
    // Once unmeasured: Redis and we take our memory.
    race(backends, &config, false).await?;
    benchmark.calls_per_second(GRABS).await?;
    for run in 1..=runs {
        eprintln!("run {run} of {runs}: a race, then redis-benchmark");
        figures.race.push(race(backends, &config, false).await?.rate);
        figures.benchmark.push(benchmark.calls_per_second(GRABS).await?);
    }
    for run in 1..=runs {
        eprintln!("run {run} of {runs}: a race alone, then a race with a viewer");
        figures.cpu_alone.push(race(backends, &config, false).await?.cpu_us);
        figures.cpu_watched.push(race(backends, &config, true).await?.cpu_us);
    }
    benchmark.unload().await?;
    Ok(figures)
}

fn config() -> RaceConfig {
    let (grabs, concurrency) = (GRABS.to_string(), CONCURRENCY.to_string());
    let fields = [
        ("strategy", "atomic"),
        ("venue", "server"),
        ("shares", &grabs),
        ("racers", &grabs),
        ("concurrency", &concurrency),
    ];
    RaceConfig::from_fields(&plain(fields)).expect("a config within the limits")
}

struct Raced {
    /// Grabs a second.
    rate: f64,
    /// CPU time of this process a grab, in µs.
    cpu_us: f64,
}

async fn race(
    backends: &Backends,
    config: &RaceConfig,
    watched: bool,
) -> Result<Raced, BenchError> {
    let log = Log::new("bench", config);
    let before = cpu_time();
    let viewer = watched.then(|| tokio::spawn(watch(log.clone())));
    let result = live::run(backends, log).await;
    if let Some(viewer) = viewer {
        let _ = viewer.await;
    }
    let cpu_us = (cpu_time() - before).as_secs_f64() * 1e6 / f64::from(GRABS);
    checked(&result)?;
    Ok(Raced { rate: result.grabs_per_second, cpu_us })
}

/// Returns without an error if all grabs of a race have won.
fn checked(result: &RaceResult) -> Result<(), BenchError> {
    if result.status == Status::Finished && result.won == u64::from(GRABS) {
        return Ok(());
    }
    let why = result.reason.clone().unwrap_or_else(|| {
        let won = Outcome::Won.name();
        format!("only {} of {GRABS} grabs ended as {won}", result.won)
    });
    Err(BenchError::Race(why))
}

/// Reads and encodes as a WebSocket does, frame by frame.
async fn watch(log: Arc<Log>) -> usize {
    let (mut cursor, mut bytes) = (Cursor::default(), 0);
    for seq in 0.. {
        tokio::time::sleep(FRAME).await;
        let (race, steps, tallies) = log.read(&mut cursor, FRAME_STEPS);
        let ended = race.status != Status::Running;
        let frame = Frame { seq, race, steps, tallies };
        bytes += postcard::to_allocvec(&frame).map_or(0, |frame| frame.len());
        if ended {
            break;
        }
    }
    bytes
}

/// Returns the CPU time that this process has used on all its threads, ended ones included.
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
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

    fn json(&self) -> serde_json::Value {
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

    fn text(&self) -> String {
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
