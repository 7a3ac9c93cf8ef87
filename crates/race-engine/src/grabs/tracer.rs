//! The trace of a race as it grows: its steps, and tallies where it is too large to be traced whole.

use race_core::RaceConfig;
use race_core::trace::{Counts, Step, Tally};

/// Tallies of a race that is too large to be traced whole.
const TALLIES: u32 = 256;

/// The trace of a race since it was last taken.
pub struct Tracer {
    steps: Vec<Step>,
    tallies: Vec<Tally>,
    shares_since_tally: Vec<i64>,
    /// Grabs between two tallies; `None` if every grab is traced.
    tally_every: Option<u64>,
}

impl Tracer {
    /// Returns the trace of this race, which is empty.
    pub fn new(config: &RaceConfig) -> Tracer {
        let is_sampled = config.trace_every() > 1;
        Tracer {
            steps: Vec::new(),
            tallies: Vec::new(),
            shares_since_tally: Vec::new(),
            tally_every: is_sampled.then(|| u64::from((config.grabs() / TALLIES).max(1))),
        }
    }

    /// Adds a step of a grab that is traced.
    pub fn add(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Takes in that a grab has ended with this step, and has won this many shares if it has won.
    pub fn end(&mut self, step: &Step, quantity: u32, counts: &Counts) {
        let Some(tally_every) = self.tally_every else { return };
        if let Some(highest) = step.end.and_then(|end| end.share) {
            self.shares_since_tally.extend((highest - i64::from(quantity) + 1..=highest).rev());
        }
        if counts.ended().is_multiple_of(tally_every) {
            self.tally(step.replied_us, counts);
        }
    }

    /// Ends the trace: of a race that is not traced whole, with a last tally.
    pub fn finish(&mut self, at_us: u64, counts: &Counts) {
        if self.tally_every.is_some() {
            self.tally(at_us, counts);
        }
    }

    fn tally(&mut self, at_us: u64, counts: &Counts) {
        let shares = core::mem::take(&mut self.shares_since_tally);
        self.tallies.push(Tally { at_us, counts: *counts, shares });
    }

    /// Returns the steps and tallies since the last call.
    pub fn take(&mut self) -> (Vec<Step>, Vec<Tally>) {
        (core::mem::take(&mut self.steps), core::mem::take(&mut self.tallies))
    }
}
