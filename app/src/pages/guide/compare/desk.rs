//! What the page holds, across a change of language: the choice, the run, the results.

use leptos::prelude::*;
use race_core::compare::cells::ended;
use race_core::compare::html::summary;
use race_core::compare::row::Stand;
use race_core::wire::compare::Comparison;

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
    /// Somebody pressed stop.
    Stopping,
}

/// The signals.
#[derive(Clone, Copy)]
pub struct Desk {
    /// What is to be compared.
    pub choice: RwSignal<Choice>,
    /// Where the run is.
    pub phase: PhaseSignal,
    /// What came of it so far.
    pub all: RwSignal<Option<Comparison>>,
    /// Why the run ended before its end.
    pub problem: RwSignal<Option<Refusal>>,
}

/// A phase that can be read with one word.
#[derive(Clone, Copy)]
pub struct PhaseSignal(RwSignal<Phase>);

impl PhaseSignal {
    /// The phase, followed.
    pub fn read(self) -> Phase {
        self.0.get()
    }

    /// The phase, once.
    pub fn read_untracked(self) -> Phase {
        self.0.get_untracked()
    }

    /// Goes on to another.
    pub fn enter(self, phase: Phase) {
        self.0.set(phase);
    }
}

impl Desk {
    /// What the address asks for; nothing runs.
    pub fn opened() -> Desk {
        let query = window().location().search().unwrap_or_default();
        Desk {
            choice: RwSignal::new(Choice::from_query(&query)),
            phase: PhaseSignal(RwSignal::new(Phase::Idle)),
            all: RwSignal::new(None),
            problem: RwSignal::new(None),
        }
    }

    /// What the address must say to restore the choice.
    pub fn query(self) -> String {
        self.choice.read().to_query()
    }

    /// Whether somebody pressed stop.
    pub fn is_stopping(self) -> bool {
        self.phase.read_untracked() == Phase::Stopping
    }

    /// How far it is, in a sentence.
    pub fn status(self, says: &CompareWords) -> String {
        match self.phase.read() {
            Phase::WarmingUp => says.warming_up.to_owned(),
            Phase::Busy => says.busy.to_owned(),
            Phase::Stopping => says.stopping.to_owned(),
            Phase::Racing(at) => self.racing(says, at),
            Phase::Idle => self.at_rest(says),
        }
    }

    fn racing(self, says: &CompareWords, at: usize) -> String {
        let all = self.all.read();
        let Some((all, row)) = all.as_ref().and_then(|all| Some((all, all.rows.get(at)?))) else {
            return String::new();
        };
        let done = row.race.as_ref().map_or(0, |race| ended(race) * 10 / u64::from(race.grabs));
        says.racing(at + 1, all.rows.len(), &row.way().to_string(), done * 10)
    }

    fn at_rest(self, says: &CompareWords) -> String {
        match &*self.problem.read() {
            Some(Refusal::Unreachable) => return says.unreachable.to_owned(),
            Some(Refusal::Said { message, .. }) => return says.refused.replace("{why}", message),
            None => {}
        }
        match self.choice.read().plan() {
            Err(error) if error.field == "strategy" => return says.choose_some.to_owned(),
            Err(_) => return says.mend_fields.to_owned(),
            Ok(planned) if self.all.read().is_none() => {
                return says.ready(planned.iter().filter(|each| each.race.is_ok()).count());
            }
            Ok(_) => {}
        }
        let judged = |all: &Comparison| all.count(Stand::Held) + all.count(Stand::Broken) > 0;
        let all = self.all.read();
        all.as_ref()
            .filter(|all| judged(all))
            .map_or(String::new(), |all| summary(says.results, all))
    }
}
