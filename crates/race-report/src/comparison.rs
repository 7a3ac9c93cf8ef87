//! Several races of one workload, side by side: what `race compare --json` prints and the page keeps.

use serde::{Deserialize, Serialize};

use race_core::machine::Machine;
use race_core::result::RaceResult;
use race_core::trace::{Property, Venue};

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
