//! Runs a race without I/O: grabs, orders, the simulation, and the checker that walks every order.
//!
//! Reading order: [`grabs`] (what each grab does next), [`keyspace`] and [`stock`] (the keys of a race before
//! and after), [`order`] (lockstep and schedules), [`world`] and [`sql`] (what answers where there is no
//! Redis), then [`simulate`] (a race without Redis), [`check`] (every order at once) and [`xray`] (Redis's
//! own order).
//!
//! *Architecture Invariant:* nothing in this crate does I/O, awaits or reads a clock; a driver hands the
//! answers in. What happens is a function of a config and of these answers.

mod attempts;
pub mod check;
pub mod grabs;
pub mod keyspace;
pub mod order;
pub mod parse;
pub mod program;
pub mod simulate;
pub mod sql;
pub mod stock;
pub mod world;
pub mod xray;

pub use grabs::{Flight, Grabs, Next};
