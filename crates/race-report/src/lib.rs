#![doc = include_str!("../README.md")]
//!
//! Reading order: [`contender`] and [`plan`] (which races there will be), [`row`] and [`comparison`] (what
//! became of them), [`words`] (the two languages), [`column`], [`cells`], [`summary`] and [`workload`]
//! (what is said of them), and what that is rendered as: [`tables`], [`chart`], [`csv`], and [`report`],
//! one HTML file that holds all of it.

pub mod cells;
pub mod chart;
pub mod column;
pub mod comparison;
pub mod contender;
pub mod csv;
pub mod plan;
pub mod report;
pub mod row;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod snapshot_tests;
pub mod summary;
pub mod tables;
pub mod words;
pub mod workload;

pub use comparison::Comparison;
pub use contender::Contender;
pub use maud::Markup;
pub use plan::{PlannedRace, plan, warm_up};
pub use row::ComparisonRow;
pub use words::Words;
