//! A lane's race, as far as it has been streamed.

use race_core::result::{RaceResult, Status};
use race_core::trace::{Step, Tally};
use race_core::wire::Frame;

/// Everything the server has sent about one race.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The race as it stood in the last frame.
    pub result: RaceResult,
    /// All steps so far, in the order of their replies.
    pub steps: Vec<Step>,
    /// All tallies so far; none where every racer is traced.
    pub tallies: Vec<Tally>,
    next_seq: u64,
    /// By share number − 1, in fen.
    amounts: Vec<i64>,
}

impl Record {
    /// A race of which nothing has been streamed yet.
    pub fn new(result: RaceResult) -> Record {
        let amounts = result.config.amounts().iter().rev().map(|amount| amount.0).collect();
        Record { result, steps: Vec::new(), tallies: Vec::new(), next_seq: 0, amounts }
    }

    /// Takes a frame in; `false` if one before it is missing, so that the line must be made anew.
    #[must_use]
    pub fn absorb(&mut self, frame: Frame) -> bool {
        if frame.seq == 0 {
            // The first frame of a new line holds everything from the start.
            self.steps.clear();
            self.tallies.clear();
        } else if frame.seq != self.next_seq {
            return false;
        }
        self.next_seq = frame.seq + 1;
        self.result = frame.race;
        self.steps.extend(frame.steps);
        self.tallies.extend(frame.tallies);
        true
    }

    /// Returns true if the race has ended.
    pub fn ended(&self) -> bool {
        self.result.status != Status::Running
    }

    /// What a share is worth, in fen; one that does not exist counts as the mean.
    pub fn amount_fen(&self, share: i64) -> i64 {
        let mean = self.result.config.total_fen / i64::from(self.result.shares);
        self.amounts.get((share - 1) as usize).copied().unwrap_or(mean)
    }

    /// Returns true if every racer is traced.
    pub fn is_whole(&self) -> bool {
        self.result.trace_every == 1
    }

    /// Returns true if its order was fixed in advance, so that its time is a row of turns.
    pub fn is_ordered(&self) -> bool {
        !self.result.config.schedule.is_empty()
    }

    /// Returns true if its time is a row of rounds rather than milliseconds.
    pub fn is_lockstep(&self) -> bool {
        self.result.config.lockstep
    }
}
