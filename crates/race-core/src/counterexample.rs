//! A counterexample: one order of events, act by act, as data for a table in any language.

use serde::{Deserialize, Serialize};

use crate::config::RaceConfig;
use crate::result::RaceResult;
use crate::trace::{Outcome, Touch};

/// A schedule and the race that it makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The race, its schedule included: the acts as text.
    pub config: RaceConfig,
    /// Its acts, in their order.
    pub rows: Vec<Row>,
    /// The first write that was computed from an outdated value.
    pub stale: Option<StaleWrite>,
    /// How the race ended, also where grabs went on behind the schedule.
    pub result: RaceResult,
}

/// One act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Whose column it stands in; none: everybody's.
    pub grab: Option<u32>,
    /// True if the turn has passed to this grab from another one.
    pub steps_in: bool,
    /// What happened.
    pub event: Event,
    /// What it proves about the stock.
    pub touch: Touch,
    /// The program's line that waited for the reply; 0 where that is no single one.
    pub line: u16,
    /// How the grab ended, if it did.
    pub outcome: Option<Outcome>,
    /// The highest share number that it was given, if it won.
    pub share: Option<i64>,
}

/// What happens in an act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A command, or the whole script, and its reply.
    Turn {
        /// The command; none for the whole script.
        sent: Option<String>,
        /// The reply; none: nothing (nil).
        reply: Option<String>,
    },
    /// The grab stops for ever.
    Dies,
    /// Time passes until a key expires.
    Time,
    /// What the grab won is refunded.
    Refund,
}

/// A write that was computed from a value that another grab had already replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaleWrite {
    /// Who wrote.
    pub grab: u32,
    /// What it had read.
    pub read: i64,
    /// What it wrote.
    pub wrote: i64,
    /// Who had written in between.
    pub other: u32,
    /// What that one had written.
    pub other_wrote: i64,
}
