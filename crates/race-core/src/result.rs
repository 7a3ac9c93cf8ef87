//! The result of a race, final or so far: the same fields from the API, on the wire and from `--json`.

use serde::{Deserialize, Serialize};

use crate::config::RaceConfig;
use crate::trace::{Counts, Venue, Verdict};

/// The status of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It is under way.
    Running,
    /// Every grab has ended and the verdict stands.
    Finished,
    /// Somebody stopped it.
    Cancelled,
    /// It could not go on; the reason stands beside it.
    Failed,
    /// The server that ran it is gone.
    Interrupted,
}

/// The result of a race, final or so far: the same fields from the API, on the wire and from `--json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceResult {
    /// The race's id, which the server chooses.
    pub id: String,
    /// Its status.
    pub status: Status,
    /// Why it failed or was stopped, for people.
    pub reason: Option<String>,
    /// The program that grabs.
    pub strategy: String,
    /// Where its lines run.
    pub venue: Venue,
    /// Shares in the packet.
    pub shares: u32,
    /// People who grab.
    pub racers: u32,
    /// All grabs of the race.
    pub grabs: u32,
    /// Grabs that won.
    pub won: u64,
    /// Shares that the winners got.
    pub shares_won: u64,
    /// Grabs refused because nothing was left.
    pub sold_out: u64,
    /// Grabs of racers who had won before.
    pub duplicate: u64,
    /// Grabs that found no stock key.
    pub missing: u64,
    /// Grabs that found a stock that is no whole number.
    pub corrupt: u64,
    /// Grabs whose attempts were used up.
    pub gave_up: u64,
    /// Grabs turned away at the front door.
    pub limited: u64,
    /// Grabs whose script failed.
    pub failed: u64,
    /// Grabs without an answer.
    pub lost: u64,
    /// Shares won beyond those that existed.
    pub oversold: u64,
    /// Shares left that somebody was refused.
    pub undersold: u64,
    /// Shares won beyond the distinct ones.
    pub given_twice: u64,
    /// Shares that the strategy's own record holds, where it keeps one.
    pub recorded: Option<u64>,
    /// The strategy's counter at the end; absent if there is none or it is no whole number.
    pub counter_final: Option<i64>,
    /// The lowest value of the counter that was seen.
    pub counter_min: Option<i64>,
    /// What the winners were paid, in fen.
    pub paid_fen: i64,
    /// What they were paid beyond the packet's total, in fen.
    pub overpaid_fen: i64,
    /// Attempts beyond the first.
    pub retries: u64,
    /// Releases of a lock that was no longer the holder's.
    pub stale_releases: u64,
    /// Fenced writes that were refused.
    pub stale_writes: u64,
    /// Round trips to Redis.
    pub commands: u64,
    /// From the first grab's start to the last one's end, in ms.
    pub elapsed_ms: f64,
    /// Grabs that ended, a second.
    pub grabs_per_second: f64,
    /// How long winners waited.
    pub latency_won_us: Latency,
    /// How long refused grabs waited.
    pub latency_refused_us: Latency,
    /// The standing of each property; empty until the race has ended.
    pub verdict: Verdict,
    /// Reasons of failed grabs, most frequent first, at most eight.
    pub failures: Vec<Failure>,
    /// The seed of everything that varied.
    pub seed: u64,
    /// The distance between two traced racers; 1: all are traced.
    pub trace_every: u32,
    /// The commands in the order in which Redis itself ran them; empty until a race with `xray` has ended.
    pub xray: Vec<ExecutedCommand>,
    /// The number of commands that Redis ran beyond those that an X-ray keeps; `xray` lacks them.
    #[serde(default)]
    pub xray_dropped: u64,
    /// The whole config, defaults filled in.
    pub config: RaceConfig,
}

/// A command as Redis ran it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExecutedCommand {
    /// Redis's own clock, in µs since the first of them.
    pub at_us: u64,
    /// The step that sent it, by its place among the race's steps.
    pub step: u32,
    /// True if a script called it, rather than an app.
    pub in_script: bool,
    /// The command, its keys without what all keys of a race begin with.
    pub text: String,
}

/// Percentiles of a latency, in µs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Latency {
    /// Half took at most this long.
    pub p50: Option<u64>,
    /// Nine in ten took at most this long.
    pub p90: Option<u64>,
    /// 99 in 100; only from 1,000 samples.
    pub p99: Option<u64>,
    /// 999 in 1,000; only from 10,000 samples.
    pub p999: Option<u64>,
    /// The longest.
    pub max: Option<u64>,
    /// The mean.
    pub mean: Option<f64>,
    /// Samples.
    pub count: u64,
    /// A histogram for the eye: samples up to and including each bound, 1-2-5 a decade.
    pub buckets: Vec<Bucket>,
}

/// One bar of a latency histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bucket {
    /// Upper bound, in µs, itself included.
    pub up_to_us: u64,
    /// Samples above the bucket before and up to this bound.
    pub count: u64,
}

/// One reason why grabs failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The reason, as the engine gives it.
    pub reason: String,
    /// Grabs that failed for it.
    pub count: u64,
}

impl RaceResult {
    /// Returns the result of a race that has not begun.
    pub fn new(id: &str, config: &RaceConfig) -> RaceResult {
        RaceResult {
            id: id.to_owned(),
            status: Status::Running,
            reason: None,
            strategy: config.strategy.clone(),
            venue: config.venue,
            shares: config.shares,
            racers: config.racers,
            grabs: config.grabs(),
            won: 0,
            shares_won: 0,
            sold_out: 0,
            duplicate: 0,
            missing: 0,
            corrupt: 0,
            gave_up: 0,
            limited: 0,
            failed: 0,
            lost: 0,
            oversold: 0,
            undersold: 0,
            given_twice: 0,
            recorded: None,
            counter_final: None,
            counter_min: None,
            paid_fen: 0,
            overpaid_fen: 0,
            retries: 0,
            stale_releases: 0,
            stale_writes: 0,
            commands: 0,
            elapsed_ms: 0.0,
            grabs_per_second: 0.0,
            latency_won_us: Latency::default(),
            latency_refused_us: Latency::default(),
            verdict: Verdict::new(),
            failures: Vec::new(),
            seed: config.seed,
            trace_every: config.trace_every(),
            xray: Vec::new(),
            xray_dropped: 0,
            config: config.clone(),
        }
    }

    /// Takes over what has been counted until `elapsed_us`, and what follows from it.
    pub fn count(&mut self, counts: &Counts, elapsed_us: u64) {
        self.set_counts(counts);
        self.oversold = counts.shares_won.saturating_sub(u64::from(self.shares));
        self.overpaid_fen = (counts.paid_fen - self.config.total_fen).max(0);
        self.elapsed_ms = elapsed_us as f64 / 1_000.0;
        self.grabs_per_second = match elapsed_us {
            0 => 0.0,
            _ => counts.ended() as f64 * 1e6 / elapsed_us as f64,
        };
    }
}

/// The totals of a result, by name: all the fields of [`Counts`], which a result has under the same names.
/// They are its own fields, because postcard cannot flatten a struct into another.
macro_rules! totals {
    ($($name:ident)+) => {
        impl RaceResult {
            /// Returns the totals.
            pub fn counts(&self) -> Counts {
                Counts { $($name: self.$name,)+ }
            }

            /// Sets the totals, and nothing that follows from them.
            pub fn set_counts(&mut self, counts: &Counts) {
                let Counts { $($name),+ } = *counts;
                $(self.$name = $name;)+
            }
        }
    };
}

totals! {
    won shares_won sold_out duplicate missing corrupt gave_up limited failed lost
    given_twice paid_fen commands retries stale_releases stale_writes
}

#[cfg(test)]
mod tests;
