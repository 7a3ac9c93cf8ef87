//! Several races of one workload side by side: what `race compare --json` prints and the page keeps.

use race_core::machine::Machine;
use serde::Serialize;

use crate::contender::Contender;
use crate::row::{ComparisonRow, RowStatus};

/// The strategy that the others' rates are measured by, if it is among them.
const BASE_STRATEGY: &str = "decr";

/// Races of one workload that ran one after the other on one Redis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// One row for each contender and number in flight, in the order in which they ran.
    pub rows: Vec<ComparisonRow>,
    /// The machine on which they ran.
    pub machine: Machine,
}

impl Comparison {
    /// Returns the row that a row's rate is measured by, among those with the same number in flight:
    /// `decr`, or else the first that finished.
    pub fn base(&self, row: &ComparisonRow) -> Option<&ComparisonRow> {
        let is_level = |each: &&ComparisonRow| each.concurrency == row.concurrency;
        let mut block = self.rows.iter().filter(is_level).filter(|row| row.finished().is_some());
        let base = block.clone().find(|row| row.strategy == BASE_STRATEGY);
        base.or_else(|| block.next())
    }

    /// Returns a row's rate divided by that of its base.
    pub fn ratio(&self, row: &ComparisonRow) -> Option<f64> {
        let rate = |row: &ComparisonRow| row.rate().filter(|rate| *rate > 0.0);
        Some(rate(row)? / rate(self.base(row)?)?)
    }

    /// Returns the contender that all rates are measured by, if it is the same for every row.
    pub fn common_base(&self) -> Option<Contender> {
        let mut bases = self.rows.iter().filter_map(|row| Some(self.base(row)?.contender()));
        let first = bases.next()?;
        bases.all(|base| base == first).then_some(first)
    }

    /// Returns the numbers in flight, in the order in which they ran.
    pub fn levels(&self) -> Vec<u32> {
        let mut levels: Vec<u32> = self.rows.iter().map(|row| row.concurrency).collect();
        levels.dedup();
        levels
    }

    /// Returns the most races that a row stands for.
    pub fn runs(&self) -> u32 {
        self.rows.iter().map(|row| row.runs).max().unwrap_or_default()
    }

    /// Returns the number of rows with this status.
    pub fn count(&self, status: RowStatus) -> usize {
        self.rows.iter().filter(|row| row.status() == status).count()
    }

    /// Returns the row with the highest rate among those that broke nothing.
    pub fn fastest_held(&self) -> Option<&ComparisonRow> {
        let held = self.rows.iter().filter(|row| row.status() == RowStatus::Held);
        held.max_by(|a, b| {
            let rate = |row: &ComparisonRow| row.rate().unwrap_or_default();
            rate(a).total_cmp(&rate(b))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn decr_is_the_base_and_where_there_is_none_the_first_that_ran() {
        let mut all = samples::comparison();
        let base = |all: &Comparison| all.base(&all.rows[0]).unwrap().contender().to_string();
        assert_eq!(base(&all), "get_set:client");
        assert_eq!(all.ratio(&all.rows[0]), Some(1.0));
        all.rows[1].strategy = "decr".to_owned();
        assert_eq!(base(&all), "decr:server");
        assert_eq!(all.common_base().unwrap().to_string(), "decr:server");
        let slow = all.rows[0].race.as_ref().unwrap().grabs_per_second;
        let fast = all.rows[1].race.as_ref().unwrap().grabs_per_second;
        assert_eq!(all.ratio(&all.rows[0]), Some(slow / fast));
    }

    #[test]
    fn the_fastest_that_broke_nothing_is_not_one_that_was_merely_fast() {
        let mut all = samples::comparison();
        all.rows[0].race.as_mut().unwrap().grabs_per_second = 1e9;
        assert_eq!(all.fastest_held().unwrap().contender().to_string(), "atomic:server");
    }
}
