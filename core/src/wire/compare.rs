//! Several races of one workload, side by side: what `race compare --json` prints and the page keeps.

use serde::{Deserialize, Serialize};

use super::RaceResult;
use crate::trace::{Property, Venue};

/// Races of one workload that ran one after the other on one Redis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// One for each strategy and venue, and for each number in flight, in the order in which they ran.
    pub rows: Vec<Compared>,
    /// What they ran on.
    pub machine: Machine,
}

/// One row: a strategy in a venue, with so many in flight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The program that grabs.
    pub strategy: String,
    /// Where its lines run.
    pub venue: Venue,
    /// Grabs in flight at once.
    pub concurrency: u32,
    /// Why there was no race, where there was none; for people, in English.
    pub not_run: Option<String>,
    /// Races that the row stands for.
    pub runs: u32,
    /// Properties that one of them broke.
    pub broken: Vec<Property>,
    /// The race; of several, the one whose rate is in the middle.
    pub race: Option<RaceResult>,
}

/// What races ran on; nothing in it says whose it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system.
    pub os: String,
    /// The processor's architecture.
    pub arch: String,
    /// Processors that the server may use.
    pub cores: u32,
    /// The processor's own name, where it can be read.
    pub cpu: Option<String>,
    /// The name and version of the Redis.
    pub redis: String,
    /// Whether Redis writes each change to a file.
    pub persistence: Persistence,
}

/// What Redis keeps on disk, in the words of its own settings; `unknown` where it does not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Persistence {
    /// `yes`: every write goes into a log.
    pub appendonly: String,
    /// When that log is made safe.
    pub appendfsync: String,
    /// When snapshots are made; empty: never.
    pub save: String,
}
