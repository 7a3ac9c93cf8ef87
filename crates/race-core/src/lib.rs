//! The domain of Red Packet Race without I/O: money, strategies, configs, counting, traces and verdicts.
//!
//! *Architecture Invariant:* nothing in this crate does I/O, awaits, reads a clock, starts a
//! thread, asks the system for randomness or depends on the order of a hash map. What happens
//! here is a function of its arguments, so that a seed or a schedule always gives the same race.
//!
//! Reading order: [`money`] and [`packet`] (what is given away), [`program`] and [`catalogue`]
//! (how it is grabbed), [`config`] (a race that may be run), [`schedule`] and [`trace`] (what happened),
//! [`count`] and [`property`] (what it came to, and whether it was right), [`wire`] (what goes
//! between server and page).

#[macro_use]
mod names;

pub mod arrivals;
pub mod catalogue;
pub mod config;
pub mod count;
pub mod counterexample;
pub mod fairness;
pub mod keys;
pub mod machine;
pub mod money;
pub mod number;
pub mod packet;
pub mod program;
pub mod property;
pub mod report;
pub mod result;
pub mod schedule;
pub mod trace;
pub mod wire;

pub use config::RaceConfig;
pub use count::Counter;
