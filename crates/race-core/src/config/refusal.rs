//! Why a field was refused: a value that any reader can put into its own words.
//!
//! `Display` is the sentence in English. Another language is a `match` over [`Why`] without a catch-all,
//! so that the compiler finds the refusal that has no words yet.

mod chinese;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::packet::PacketError;
use crate::schedule::ScheduleError;

/// A refused field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {why}")]
pub struct FieldError {
    /// The field's name.
    pub field: String,
    /// What is wrong with its value, and what is allowed.
    pub why: Why,
}

impl FieldError {
    /// A refusal of this field.
    pub fn new(field: &str, why: impl Into<Why>) -> FieldError {
        FieldError { field: field.to_owned(), why: why.into() }
    }
}

/// Why a field was refused. Its English sentence leaves out the field's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It must be a whole number within a range.
    #[error("must be a whole number from {min} to {max}")]
    Whole {
        /// Smallest allowed value.
        min: u64,
        /// Largest allowed value.
        max: u64,
    },
    /// It must be a number of milliseconds within a range.
    #[error("must be milliseconds from 0 to {max}, with at most 3 decimals")]
    Millis {
        /// Largest allowed value; the smallest is 0.
        max: u64,
    },
    /// It must be `true` or `false`.
    #[error("must be true or false")]
    Switch,
    /// It must be one of a few names.
    #[error("must be one of {}", names.join(", "))]
    OneOf {
        /// The names.
        names: Vec<String>,
    },
    /// It must be a list of whole numbers within a range.
    #[error("must be 1 to {len_max} whole numbers from {min} to {max}")]
    WholeList {
        /// Smallest allowed number.
        min: u64,
        /// Largest allowed number.
        max: u64,
        /// Most numbers.
        len_max: usize,
    },
    /// It must be a text that is not too long.
    #[error("must be a text of at most {len_max} bytes")]
    Text {
        /// Most bytes.
        len_max: usize,
    },
    /// The table has no field of this name.
    #[error("there is no such field; there are {}", known.join(", "))]
    UnknownField {
        /// The names of the fields that there are.
        known: Vec<String>,
    },
    /// The field stands there twice.
    #[error("stands there twice")]
    Twice,
    /// A value of its list stands there twice.
    #[error("{value} stands there twice")]
    RepeatedValue {
        /// The value.
        value: String,
    },
    /// There is no strategy of this name.
    #[error("there is no {name}; must be one of {}", known.join(", "))]
    UnknownStrategy {
        /// The name, cut to a length that can be shown.
        name: String,
        /// The names of the strategies that there are.
        known: Vec<String>,
    },
    /// A comparison needs a strategy.
    #[error("must be at least one")]
    NoStrategy,
    /// In a comparison each strategy names its own venue.
    #[error("belongs to each strategy, as in atomic:server")]
    OfEachStrategy,
    /// The strategy does not run in this venue.
    #[error("{strategy} runs only in: {}", venues.join(", "))]
    OtherVenue {
        /// The strategy.
        strategy: String,
        /// The venues that it runs in.
        venues: Vec<String>,
    },
    /// The strategy needs a kind of key that no race prepares.
    #[error("{strategy} wants a key of the kind {key}, but only {} can be prepared", known.join(", "))]
    UnknownKey {
        /// The strategy.
        strategy: String,
        /// The kind of key.
        key: String,
        /// The kinds that can be prepared.
        known: Vec<String>,
    },
    /// The strategy needs an argument that no race fills in.
    #[error("{strategy} wants the argument {argument}, but only {} can be filled in", known.join(", "))]
    UnknownArgument {
        /// The strategy.
        strategy: String,
        /// The argument's name.
        argument: String,
        /// The arguments that can be filled in.
        known: Vec<String>,
    },
    /// The strategy does not use the field.
    #[error("{strategy} has no use for it: {reason}")]
    Unused {
        /// The strategy.
        strategy: String,
        /// Why it does not.
        reason: Unused,
    },
    /// None of the strategies of a comparison uses the field.
    #[error("none of these has use for it: {strategy}: {reason}")]
    UnusedByAll {
        /// The first of them.
        strategy: String,
        /// Why that one does not.
        reason: Unused,
    },
    /// It contradicts another field.
    #[error("cannot stand beside {0}")]
    Beside(Beside),
    /// In lockstep no arrivals can be spread.
    #[error("must be 0 in lockstep, where rounds decide who arrives when")]
    ZeroInLockstep,
    /// The owners are not numbered in the order of their first grabs.
    #[error("must number the racers 0, 1, 2 … in the order in which they first grab")]
    OwnersOrder,
    /// The schedule is not of its form.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The schedule names a grab that the race does not have.
    #[error("names grab {grab}, but there are only grabs 0 to {last}")]
    UnknownGrab {
        /// The grab that it names.
        grab: u32,
        /// The race's last grab.
        last: u32,
    },
    /// The stock is a number in a row of a database.
    #[error("must be loaded, absent or a whole number, where it is a row of a database")]
    StockNumber,
    /// The stock is a list of shares, which has no other text.
    #[error("must be loaded or absent, where the shares themselves lie in a list")]
    StockList,
    /// The stock is spread over several keys.
    #[error("must be loaded, absent, or {parts} parts with commas between")]
    StockParts {
        /// How many keys.
        parts: u32,
    },
    /// Each grab in flight has a connection of its own to Redis.
    #[error(
        "must be at most {max} for {strategy}: each grab in flight has a connection of its own"
    )]
    RedisConnections {
        /// The strategy.
        strategy: String,
        /// Most grabs in flight.
        max: u32,
    },
    /// Each grab in flight has a connection of its own to the SQL database.
    #[error(
        "may have at most {max} grabs in flight for {strategy}, each with a connection to the database"
    )]
    SqlConnections {
        /// The strategy.
        strategy: String,
        /// Most grabs in flight.
        max: u32,
    },
    /// The race has too many grabs.
    #[error("racers × grabs_per_racer must be from 1 to {max}, not {grabs}")]
    TooManyGrabs {
        /// Most grabs of a race.
        max: u64,
        /// The grabs that it would have.
        grabs: u64,
    },
    /// The race has too many grabs for an X-ray.
    #[error("must be false for more than {grabs_max} grabs")]
    XrayTooLarge {
        /// Most grabs of a race with an X-ray.
        grabs_max: u64,
    },
    /// The grabs would take too long to arrive.
    #[error("must be at least {min} for {grabs} grabs: all arrive within {within_s} s")]
    TooSlow {
        /// The lowest rate allowed.
        min: u32,
        /// The race's grabs.
        grabs: u32,
        /// The time within which all must arrive, in s.
        within_s: u32,
    },
    /// The packet cannot be split so.
    #[error(transparent)]
    Packet(#[from] PacketError),
    /// A refusal that concerns one strategy of several.
    #[error("{why} ({way})")]
    OfOne {
        /// The strategy and its venue, such as `token_pool:server`.
        way: String,
        /// The refusal.
        why: Box<Why>,
    },
}

impl Why {
    /// The strategy that the sentence names, if it names one.
    pub fn strategy(&self) -> Option<&str> {
        match self {
            Why::OtherVenue { strategy, .. }
            | Why::UnknownKey { strategy, .. }
            | Why::UnknownArgument { strategy, .. }
            | Why::Unused { strategy, .. }
            | Why::UnusedByAll { strategy, .. }
            | Why::RedisConnections { strategy, .. }
            | Why::SqlConnections { strategy, .. } => Some(strategy),
            Why::OfOne { way, .. } => Some(way),
            _ => None,
        }
    }
}

/// Why a strategy does not use a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum Unused {
    /// It always asks for one share.
    #[error("it always asks for 1 share")]
    OneShare,
    /// It takes no lock.
    #[error("it takes no lock")]
    NoLock,
    /// It never tries again.
    #[error("it never tries again")]
    NoRetry,
    /// Its stock is in one place.
    #[error("its stock is in one place")]
    OneStock,
    /// It does not speak to Redis.
    #[error("it does not speak to Redis")]
    NoRedis,
}

/// What a field contradicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum Beside {
    /// `quantity`, which says the same.
    #[error("quantity; give one of them")]
    Quantity,
    /// `owners`, which say how many racers and grabs there are.
    #[error("owners, which say how many there are")]
    Owners,
    /// `lockstep`, which decides when grabs arrive.
    #[error("lockstep, where rounds decide who arrives when")]
    Lockstep,
    /// `jitter_ms`, which spreads arrivals.
    #[error("jitter_ms, which spreads arrivals too")]
    Jitter,
    /// `schedule`, which decides everything.
    #[error("a schedule, which says who comes when")]
    Schedule,
}
