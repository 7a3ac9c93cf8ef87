//! What goes between server and page, and what `--json` prints: one set of types for all three.

pub mod ask;
pub mod tale;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::packet::Split;
use crate::schedule::Schedule;
use crate::trace::{Counts, Property, Standing, Step, Tally, Venue, Verdict};

/// What the stock key holds when the race begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stock {
    /// As many as there are shares.
    Loaded,
    /// Nothing: the key does not exist.
    Absent,
    /// This text.
    Text(String),
}

/// A race that may be run: every field checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceConfig {
    /// The program that grabs.
    pub strategy: String,
    /// Where its lines run.
    pub venue: Venue,
    /// Shares in the packet.
    pub shares: u32,
    /// The packet's total, in fen.
    pub total_fen: i64,
    /// How the total is split.
    #[serde(with = "split_by_name")]
    pub split: Split,
    /// Shares that a grab asks for, cycled over the grabs.
    pub quantities: Vec<u32>,
    /// People who grab.
    pub racers: u32,
    /// How often each of them grabs.
    pub grabs_per_racer: u32,
    /// Who owns each grab, where that is not the same for all; else empty.
    pub owners: Vec<u32>,
    /// Grabs in flight at once.
    pub concurrency: u32,
    /// Time between a racer's commands, in ms.
    pub gap_ms: f64,
    /// Arrivals are spread over this time, in ms.
    pub jitter_ms: f64,
    /// Grabs that arrive a second, whatever becomes of them; `None`: as soon as there is room.
    pub rate: Option<u32>,
    /// All grabs in flight finish command k before any starts k+1.
    pub lockstep: bool,
    /// The order to run the commands in; empty: as they come.
    #[serde(with = "schedule_as_text")]
    pub schedule: Schedule,
    /// What the stock key holds at the start.
    pub stock: Stock,
    /// How long a lock lives, in ms.
    pub lock_ttl_ms: u32,
    /// Tries before a grab gives up.
    pub attempts: u32,
    /// Keys that the stock is spread over, where it is.
    pub shards: u32,
    /// All that varies comes from it.
    pub seed: u64,
    /// Whether Redis's own order is recorded.
    pub xray: bool,
}

/// What the checker found in a scenario, or in several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checked {
    /// The program that grabs.
    pub strategy: String,
    /// Where its lines run.
    pub venue: Venue,
    /// Who owns each grab; the shares.
    pub scenario: String,
    /// What could go wrong besides the order.
    pub faults: Vec<String>,
    /// Whether every order was walked.
    pub exhausted: bool,
    /// Distinct states found.
    pub states: u64,
    /// Acts tried in them.
    pub transitions: u64,
    /// Whether states that differ only in who is who were walked once.
    pub symmetry: bool,
    /// The most grabs that won in one end state: nothing goes wrong where nobody wins.
    pub won_max: u64,
    /// The reason of a grab that failed.
    pub failure: Option<String>,
    /// Why not every order was walked.
    pub stopped: Option<String>,
    /// What became of each property.
    pub properties: BTreeMap<Property, Found>,
    /// How long it took, in ms.
    pub elapsed_ms: f64,
    /// Each scenario for itself, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenarios: Vec<Checked>,
}

/// How a property stands after a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// How it stands.
    pub status: Standing,
    /// The shortest schedule that breaks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<String>,
    /// How many acts that has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// The scenario that it breaks it in, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
}

/// How far a race has come.
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

/// A race, as far as it has come: the same fields from the API, on the wire and from `--json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceResult {
    /// The race's id; ours, never the caller's.
    pub id: String,
    /// How far it has come.
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
    /// Shares that the winners were given.
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
    /// How long those who were refused waited.
    pub latency_refused_us: Latency,
    /// The property's standing by its name; empty until the race has ended.
    pub verdict: Verdict,
    /// Reasons of failed grabs, most frequent first, at most eight.
    pub failures: Vec<Failure>,
    /// All that varies came from it.
    pub seed: u64,
    /// One racer in this many is traced; 1: all of them.
    pub trace_every: u32,
    /// The commands in the order in which Redis itself ran them; empty until a race has ended that
    /// was asked for it.
    pub xray: Vec<Seen>,
    /// The whole config, defaults filled in.
    pub config: RaceConfig,
}

/// A command as Redis ran it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Redis's own clock, in µs since the first of them.
    pub at_us: u64,
    /// The step that sent it, by its place among the race's steps.
    pub step: u32,
    /// Whether a script called it, rather than an app.
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
    /// The engine's words.
    pub reason: String,
    /// Grabs that failed for it.
    pub count: u64,
}

/// One message of a race's event stream, `postcard` in a binary WebSocket message.
///
/// The first frame is a snapshot; a frame comes at least every second, so a silent line is a dead one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// 0, 1, 2, …: a viewer that misses one connects again.
    pub seq: u64,
    /// The race as it stands; the last frame is the first whose status is not `running`.
    pub race: RaceResult,
    /// Steps since the last frame, in the order of their replies.
    pub steps: Vec<Step>,
    /// Tallies since the last frame; none where every racer is traced.
    pub tallies: Vec<Tally>,
}

/// The API's answer to what it does not do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// The one member.
    pub error: ErrorDetail,
}

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorDetail {
    /// A name for programs, such as `invalid_field`.
    pub code: String,
    /// A sentence for people, which names the field and what it accepts where there is one.
    pub message: String,
    /// The field, where one is to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl RaceResult {
    /// A race that has not begun.
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
            config: config.clone(),
        }
    }

    /// Takes over what has been counted until `elapsed_us`.
    pub fn count(&mut self, counts: &Counts, elapsed_us: u64) {
        let Counts { won, shares_won, sold_out, duplicate, missing, corrupt, .. } = *counts;
        (self.won, self.shares_won, self.sold_out) = (won, shares_won, sold_out);
        (self.duplicate, self.missing, self.corrupt) = (duplicate, missing, corrupt);
        (self.gave_up, self.limited) = (counts.gave_up, counts.limited);
        (self.failed, self.lost) = (counts.failed, counts.lost);
        (self.given_twice, self.commands) = (counts.given_twice, counts.commands);
        self.paid_fen = counts.paid_fen;
        self.retries = counts.retries;
        (self.stale_releases, self.stale_writes) = (counts.stale_releases, counts.stale_writes);
        self.oversold = shares_won.saturating_sub(u64::from(self.shares));
        self.overpaid_fen = (counts.paid_fen - self.config.total_fen).max(0);
        self.elapsed_ms = elapsed_us as f64 / 1_000.0;
        self.grabs_per_second = match elapsed_us {
            0 => 0.0,
            _ => counts.ended() as f64 * 1e6 / elapsed_us as f64,
        };
    }
}

mod split_by_name {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::Split;

    pub fn serialize<S: Serializer>(split: &Split, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(split.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Split, D::Error> {
        let name = <&str>::deserialize(from)?;
        Split::from_name(name).ok_or_else(|| D::Error::custom("no such split"))
    }
}

/// A schedule travels as its text.
mod schedule_as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::schedule::Schedule;

    pub fn serialize<S: Serializer>(schedule: &Schedule, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(schedule)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Schedule, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
