//! Strategies side by side: the same workload, one race after the other, told in one table.
//!
//! Reading order: [`plan`] (which races there will be), [`row`] (what one came to), [`cells`] (what
//! the table says), and what it is rendered as: [`csv`], [`html`], [`chart`], and [`report`], which
//! is one file that holds all of it. The races themselves are somebody else's: the command line runs
//! them, and the page posts them.

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
mod snapshots;
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
