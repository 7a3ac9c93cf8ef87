//! The bench: our own overhead, as ratios, never as an absolute time.
//!
//! One figure is the rate of a race beside `redis-benchmark` running the same script on the same
//! Redis; the other is what a viewer costs. Each pair is taken in turns, so that whatever else the
//! machine does meets both alike, and the medians count.

mod figures;
mod workload;

use std::sync::Arc;
use std::time::Duration;

use race_core::RaceConfig;
use race_core::result::{RaceResult, Status};
use race_core::trace::Outcome;
use race_core::wire::Frame;

use crate::backends::Backends;
use crate::live::{self, Cursor, Log};
use crate::store::benchmark::{Benchmark, BenchmarkError};
use crate::store::{Source, Store, StoreError};

use figures::Figures;
use workload::{GRABS, config};

/// How often a viewer gets a frame.
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

/// Reads and encodes as a WebSocket does, frame by frame; returns the number of bytes.
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
