//! The live driver and the store, on a real Redis that this test starts for itself.
//!
//! `RACE_SOAK=1` runs the same tests with their full counts.

mod cluster;
mod ends;
mod exact;
mod faults;
mod free;
mod gone;
mod keys;
mod lua;
mod model;
mod open;
mod postgres;
#[path = "../../../crates/race-engine/tests/programs/mod.rs"]
mod programs;
mod refusals;
mod replay;
mod sql;
mod sql_faults;
mod support;
#[path = "../../../crates/race-engine/tests/values/mod.rs"]
mod values;
mod xray;
