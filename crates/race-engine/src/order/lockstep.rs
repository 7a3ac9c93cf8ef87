//! Lockstep: the grabs of a round do command 1, one after the other in the order of their number,
//! then the gap passes, then command 2, and so on; a grab that has ended leaves the round, and the
//! next round starts when this one is empty. So lockstep is one schedule, the same every time.

use std::collections::VecDeque;

use super::task::Task;
use crate::grabs::{Grabs, Next};
use race_core::RaceConfig;

/// The order of a lockstep race.
pub struct Lockstep {
    width: u32,
    grabs: u32,
    started: u32,
    /// Grabs of the round that have yet to do this command.
    turn: VecDeque<(u32, Next)>,
    /// Grabs of the round that have done it and go on.
    answered: VecDeque<(u32, Next)>,
}

impl Lockstep {
    /// Returns the order of this race, at its beginning.
    pub fn new(config: &RaceConfig) -> Lockstep {
        Lockstep {
            width: config.concurrency,
            grabs: config.grabs(),
            started: 0,
            turn: VecDeque::new(),
            answered: VecDeque::new(),
        }
    }

    /// Returns what the driver does next.
    pub fn next(&mut self, grabs: &mut Grabs) -> Task {
        loop {
            if let Some((grab, next)) = self.turn.pop_front() {
                return Task::Send(grab, next);
            }
            if !self.answered.is_empty() {
                core::mem::swap(&mut self.turn, &mut self.answered);
                return Task::Gap;
            }
            if self.started == self.grabs {
                return Task::Done;
            }
            let end = self.grabs.min(self.started + self.width);
            for grab in self.started..end {
                match grabs.start(grab) {
                    Next::Ended(_) => {}
                    next => self.turn.push_back((grab, next)),
                }
            }
            self.started = end;
        }
    }

    /// Takes in what a grab does next, now that its command is answered.
    pub fn answered(&mut self, grab: u32, next: Next) {
        if !matches!(next, Next::Ended(_)) {
            self.answered.push_back((grab, next));
        }
    }
}
