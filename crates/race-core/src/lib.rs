//! The domain of Red Packet Race without I/O: money, strategies, configs, counting, traces and verdicts.
//!
//! *Architecture Invariant:* nothing in this crate does I/O, awaits, reads a clock, starts a
//! thread, asks the system for randomness or depends on the order of a hash map. What happens
//! here is a function of its arguments, so that a seed or a schedule always gives the same race.
//!
//! Reading order:
//!
//! 1. [`money`], [`packet`]: a packet of whole fen and the ways to split it into shares;
//!    [`fairness`] compares the ways.
//! 2. [`program`], [`catalogue`]: a Lua file with its header, and every strategy in `lua/`.
//! 3. [`config`]: a race that may be run; start from [`RaceConfig::from_fields`]. [`arrivals`] and
//!    [`keys`] follow from it.
//! 4. [`schedule`], [`trace`]: an order of events, and the steps of a race.
//! 5. [`count`], [`property`], [`result`]: the totals, the verdict on them, and the race's result.
//! 6. [`report`], [`counterexample`]: the findings of the checker.
//! 7. [`wire`]: what goes between server, page and worker. Nothing above imports it.
//!
//! [`machine`] and [`number`] stand alone: what a race ran on, and how numbers are written.

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

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;
