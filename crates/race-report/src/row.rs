//! What a row of a comparison came to.

use crate::comparison::{Compared, Comparison};
use race_core::result::{RaceResult, Status};
use race_core::trace::{Property, Standing};

use crate::plan::{Planned, Way};

/// What the other rows' rates are measured by, where it is among them.
const YARDSTICK: &str = "decr";

/// Why a row did not run when all was stopped before.
pub const STOPPED: &str = "it was stopped before its turn";

/// How a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// Its turn has not come.
    Waiting,
    /// It is racing.
    Running,
    /// There was no race.
    NotRun,
    /// Its race did not come to its end.
    Unfinished,
    /// Every property that was judged held.
    Held,
    /// Some did not.
    Broken,
}

impl Compared {
    /// A row that has not run, or cannot.
    pub fn planned(planned: &Planned) -> Compared {
        Compared {
            strategy: planned.way.strategy.clone(),
            venue: planned.way.venue,
            concurrency: planned.concurrency,
            not_run: planned.race.as_ref().err().cloned(),
            runs: 0,
            broken: Vec::new(),
            race: None,
        }
    }

    /// Takes the races that were run for it: the one with the middle rate stands for them, and what any
    /// of them broke is broken. Where one did not come to its end, that one is shown.
    pub fn ran(&mut self, mut races: Vec<RaceResult>) {
        let broke = |property: &Property| {
            let broken = |race: &RaceResult| race.verdict.get(property) == Some(&Standing::Broken);
            races.iter().any(broken)
        };
        self.broken = Property::ALL.iter().copied().filter(broke).collect();
        self.runs = races.len() as u32;
        races.sort_by(|a, b| a.grabs_per_second.total_cmp(&b.grabs_per_second));
        let unfinished = races.iter().position(|race| race.status != Status::Finished);
        let shown = unfinished.unwrap_or(races.len() / 2);
        self.race = races.into_iter().nth(shown);
    }

    /// What it is: `atomic:server`.
    pub fn way(&self) -> Way {
        Way { strategy: self.strategy.clone(), venue: self.venue }
    }

    /// How it stands.
    pub fn stand(&self) -> Stand {
        match (&self.race, &self.not_run) {
            (None, None) => Stand::Waiting,
            (None, Some(_)) => Stand::NotRun,
            (Some(race), _) => match race.status {
                Status::Running => Stand::Running,
                Status::Finished if self.broken.is_empty() => Stand::Held,
                Status::Finished => Stand::Broken,
                _ => Stand::Unfinished,
            },
        }
    }

    /// Its race, if that came to its end.
    pub fn finished(&self) -> Option<&RaceResult> {
        self.race.as_ref().filter(|race| race.status == Status::Finished)
    }
}

impl Comparison {
    /// The row whose rate those with as many in flight are measured by: `decr`, or else the first.
    pub fn base(&self, row: &Compared) -> Option<&Compared> {
        let level = |each: &&Compared| each.concurrency == row.concurrency;
        let mut block = self.rows.iter().filter(level).filter(|each| each.finished().is_some());
        let yardstick = block.clone().find(|each| each.strategy == YARDSTICK);
        yardstick.or_else(|| block.next())
    }

    /// How many times as fast as its base a row is.
    pub fn ratio(&self, row: &Compared) -> Option<f64> {
        let rate =
            |row: &Compared| Some(row.finished()?.grabs_per_second).filter(|rate| *rate > 0.0);
        Some(rate(row)? / rate(self.base(row)?)?)
    }

    /// What the rates are measured by, where that is the same in every block.
    pub fn yardstick(&self) -> Option<Way> {
        let mut bases = self.rows.iter().filter_map(|row| Some(self.base(row)?.way()));
        let first = bases.next()?;
        bases.all(|base| base == first).then_some(first)
    }

    /// The numbers in flight, in the order in which they ran.
    pub fn levels(&self) -> Vec<u32> {
        let mut levels: Vec<u32> = self.rows.iter().map(|row| row.concurrency).collect();
        levels.dedup();
        levels
    }

    /// How many rows stand so.
    pub fn count(&self, stand: Stand) -> usize {
        self.rows.iter().filter(|row| row.stand() == stand).count()
    }

    /// The row with the highest rate of those that broke nothing.
    pub fn fastest_right(&self) -> Option<&Compared> {
        let held = self.rows.iter().filter(|row| row.stand() == Stand::Held);
        held.max_by(|a, b| {
            let rate = |row: &Compared| row.finished().map_or(0.0, |race| race.grabs_per_second);
            rate(a).total_cmp(&rate(b))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn of_several_races_the_middle_one_is_shown_and_what_any_broke_is_broken() {
        let mut row = samples::comparison().rows.remove(0);
        let race = row.race.clone().unwrap();
        let with = |rate: f64, standing: Standing| {
            let mut race = race.clone();
            race.grabs_per_second = rate;
            race.verdict.insert(Property::NoOversell, standing);
            race.verdict.retain(|property, _| *property == Property::NoOversell);
            race
        };
        let races = [(30.0, Standing::Held), (10.0, Standing::Broken), (20.0, Standing::Held)];
        row.ran(races.map(|(rate, standing)| with(rate, standing)).into());
        assert_eq!(row.finished().unwrap().grabs_per_second, 20.0);
        assert_eq!((row.runs, &row.broken[..]), (3, &[Property::NoOversell][..]));
        assert_eq!(row.stand(), Stand::Broken);

        let mut stopped = with(5.0, Standing::Held);
        stopped.status = Status::Cancelled;
        row.ran(vec![with(1.0, Standing::Held), stopped, with(9.0, Standing::Held)]);
        assert_eq!(row.stand(), Stand::Unfinished);
    }

    #[test]
    fn decr_is_the_yardstick_and_where_there_is_none_the_first_that_ran() {
        let mut all = samples::comparison();
        let base = |all: &Comparison| all.base(&all.rows[0]).unwrap().way().to_string();
        assert_eq!(base(&all), "get_set:client");
        assert_eq!(all.ratio(&all.rows[0]), Some(1.0));
        all.rows[1].strategy = "decr".to_owned();
        assert_eq!(base(&all), "decr:server");
        assert_eq!(all.yardstick().unwrap().to_string(), "decr:server");
        let slow = all.rows[0].race.as_ref().unwrap().grabs_per_second;
        let fast = all.rows[1].race.as_ref().unwrap().grabs_per_second;
        assert_eq!(all.ratio(&all.rows[0]), Some(slow / fast));
    }

    #[test]
    fn the_fastest_that_broke_nothing_is_not_one_that_was_merely_fast() {
        let mut all = samples::comparison();
        all.rows[0].race.as_mut().unwrap().grabs_per_second = 1e9;
        assert_eq!(all.fastest_right().unwrap().way().to_string(), "atomic:server");
    }
}
