//! Red Packet Race without I/O: money, programs, the model store, races, traces and verdicts.
//!
//! *Architecture Invariant:* nothing in this crate does I/O, awaits, reads a clock, starts a
//! thread, asks the system for randomness or depends on the order of a hash map. What happens
//! here is a function of its arguments, so that a seed or a schedule always tells the same story.
//!
//! Reading order: [`money`] and [`packet`] (what is given away), [`program`] and [`catalogue`]
//! (how it is grabbed), [`store`] (what a program talks to), [`race`] (who grabs when, and what
//! came of it), [`property`] (was it right), [`trace`] and [`wire`] (how it is told); then
//! `simulate` (a race without Redis), `check` (every order at once) and [`compare`] (several races
//! in one table).

mod names;

pub mod catalogue;
#[cfg(feature = "vm")]
pub mod check;
pub mod compare;
pub mod fairness;
pub mod keys;
pub mod money;
pub mod number;
pub mod packet;
pub mod program;
pub mod property;
pub mod race;
pub mod schedule;
#[cfg(feature = "vm")]
pub mod simulate;
pub mod store;
pub mod trace;
pub mod wire;
pub mod xray;
