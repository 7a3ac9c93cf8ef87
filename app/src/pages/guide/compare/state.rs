//! The state of the page, which outlives a change of language: the choice, the run, the results.

use leptos::prelude::*;
use race_report::Comparison;
use race_report::cells::ended;
use race_report::row::RowStatus;
use race_report::summary::summary;

use crate::net::Refusal;
use crate::pages::guide::compare::choice::Choice;
use crate::pages::guide::words::CompareWords;

/// Where the run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing runs.
    Idle,
    /// The race that is not counted.
    WarmingUp,
    /// The race of this row.
    Racing(usize),
    /// Somebody else's race is running; ours waits.
    Busy,
    /// The person has pressed stop.
    Stopping,
}

/// The choice, the run and its results.
#[derive(Clone, Copy)]
pub struct CompareState {
    /// What is to be compared.
    pub choice: RwSignal<Choice>,
    /// Where the run is.
    pub phase: RwSignal<Phase>,
    /// The results so far; none before the first run.
    pub comparison: RwSignal<Option<Comparison>>,
    /// Why the run ended before its end.
    pub problem: RwSignal<Option<Refusal>>,
}

impl CompareState {
    /// Returns the state of a page that is opened with this query.
    pub fn from_query(query: &str) -> CompareState {
        CompareState {
            choice: RwSignal::new(Choice::from_query(query)),
            phase: RwSignal::new(Phase::Idle),
            comparison: RwSignal::new(None),
            problem: RwSignal::new(None),
        }
    }

    /// Returns true once the person has pressed stop.
    pub fn is_stopping(self) -> bool {
        self.phase.get_untracked() == Phase::Stopping
    }

    /// Returns how far the run is, in a sentence.
    pub fn status(self, texts: &CompareWords) -> String {
        match self.phase.get() {
            Phase::WarmingUp => texts.warming_up.to_owned(),
            Phase::Busy => texts.busy.to_owned(),
            Phase::Stopping => texts.stopping.to_owned(),
            Phase::Racing(at) => self.racing(texts, at),
            Phase::Idle => self.at_rest(texts),
        }
    }

    fn racing(self, texts: &CompareWords, at: usize) -> String {
        let all = self.comparison.read();
        let Some((all, row)) = all.as_ref().and_then(|all| Some((all, all.rows.get(at)?))) else {
            return String::new();
        };
        let done = row.race.as_ref().map_or(0, |race| ended(race) * 10 / u64::from(race.grabs));
        texts.racing(at + 1, all.rows.len(), &row.contender().to_string(), done * 10)
    }

    fn at_rest(self, texts: &CompareWords) -> String {
        match &*self.problem.read() {
            Some(Refusal::Unreachable) => return texts.unreachable.to_owned(),
            Some(Refusal::Answer { message, .. }) => {
                return texts.refused.replace("{why}", message);
            }
            None => {}
        }
        match self.choice.read().plan() {
            Err(error) if error.field == "strategy" => return texts.choose_some.to_owned(),
            Err(_) => return texts.mend_fields.to_owned(),
            Ok(planned) if self.comparison.read().is_none() => {
                return texts.ready(planned.iter().filter(|each| each.config.is_ok()).count());
            }
            Ok(_) => {}
        }
        let judged =
            |all: &Comparison| all.count(RowStatus::Held) + all.count(RowStatus::Broken) > 0;
        let all = self.comparison.read();
        all.as_ref()
            .filter(|all| judged(all))
            .map_or(String::new(), |all| summary(texts.results, all))
    }
}
