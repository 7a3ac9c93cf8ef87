//! A row of a comparison: one contender at one number in flight, and what became of it.

use core::fmt;

use race_core::config::Why;
use race_core::result::{RaceResult, Status};
use race_core::trace::{Property, Standing, Venue};
use serde::{Serialize, Serializer};

use crate::contender::Contender;
use crate::plan::PlannedRace;

/// A contender at one number in flight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonRow {
    /// The strategy's name.
    pub strategy: String,
    /// The venue in which its lines run.
    pub venue: Venue,
    /// Grabs in flight at once.
    pub concurrency: u32,
    /// Why there was no race, if there was none; in JSON as an English sentence.
    pub not_run: Option<NotRun>,
    /// The number of races that the row stands for.
    pub runs: u32,
    /// The properties that at least one of these races broke.
    pub broken: Vec<Property>,
    /// The race; of several, the one whose rate is in the middle.
    pub race: Option<RaceResult>,
}

/// Why a row has no race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRun {
    /// The comparison was stopped before the row's turn.
    Stopped,
    /// The strategy cannot have that many grabs in flight.
    Refused(Why),
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRun::Stopped => f.write_str("it was stopped before its turn"),
            NotRun::Refused(why) => why.fmt(f),
        }
    }
}

impl Serialize for NotRun {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The state of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowStatus {
    /// Its turn has not come.
    Waiting,
    /// Its race is running.
    Running,
    /// There was no race.
    NotRun,
    /// Its race did not come to its end.
    Unfinished,
    /// Every property that was judged held.
    Held,
    /// At least one property is broken.
    Broken,
}

impl ComparisonRow {
    /// Returns the row of a race that has not run yet, or that cannot be run.
    pub fn new(planned: &PlannedRace) -> ComparisonRow {
        let refused = planned.config.as_ref().err();
        ComparisonRow {
            strategy: planned.contender.strategy.clone(),
            venue: planned.contender.venue,
            concurrency: planned.concurrency,
            not_run: refused.map(|error| NotRun::Refused(error.why.clone())),
            runs: 0,
            broken: Vec::new(),
            race: None,
        }
    }

    /// Sets the races that the row stands for. It shows the one with the middle rate, or one that did
    /// not come to its end if there is such a race; a property that any of them broke is broken.
    pub fn set_races(&mut self, mut races: Vec<RaceResult>) {
        let is_broken = |property: &Property| {
            let broke = |race: &RaceResult| race.verdict.get(property) == Some(&Standing::Broken);
            races.iter().any(broke)
        };
        self.broken = Property::ALL.iter().copied().filter(is_broken).collect();
        self.runs = races.len() as u32;
        races.sort_by(|a, b| a.grabs_per_second.total_cmp(&b.grabs_per_second));
        let unfinished = races.iter().position(|race| race.status != Status::Finished);
        let shown = unfinished.unwrap_or(races.len() / 2);
        self.race = races.into_iter().nth(shown);
    }

    /// Returns the row's contender.
    pub fn contender(&self) -> Contender {
        Contender { strategy: self.strategy.clone(), venue: self.venue }
    }

    /// Returns the row's state.
    pub fn status(&self) -> RowStatus {
        match (&self.race, &self.not_run) {
            (None, None) => RowStatus::Waiting,
            (None, Some(_)) => RowStatus::NotRun,
            (Some(race), _) => match race.status {
                Status::Running => RowStatus::Running,
                Status::Finished if self.broken.is_empty() => RowStatus::Held,
                Status::Finished => RowStatus::Broken,
                _ => RowStatus::Unfinished,
            },
        }
    }

    /// Returns the row's race, if it came to its end.
    pub fn finished(&self) -> Option<&RaceResult> {
        self.race.as_ref().filter(|race| race.status == Status::Finished)
    }

    /// Returns the grabs per second of the row's race, if it came to its end.
    pub fn rate(&self) -> Option<f64> {
        Some(self.finished()?.grabs_per_second)
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
        row.set_races(races.map(|(rate, standing)| with(rate, standing)).into());
        assert_eq!(row.rate(), Some(20.0));
        assert_eq!((row.runs, &row.broken[..]), (3, &[Property::NoOversell][..]));
        assert_eq!(row.status(), RowStatus::Broken);

        let mut stopped = with(5.0, Standing::Held);
        stopped.status = Status::Cancelled;
        row.set_races(vec![with(1.0, Standing::Held), stopped, with(9.0, Standing::Held)]);
        assert_eq!(row.status(), RowStatus::Unfinished);
    }
}
