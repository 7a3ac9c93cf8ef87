//! A schedule, replayed: exactly this order of commands, deaths and time.
//!
//! A turn of a grab that has ended is passed over, so that one order can be tried on any program.
//! Grabs that the schedule leaves unfinished go on behind it, one after the other, so that the race
//! ends and can be judged.

use std::collections::{BTreeMap, VecDeque};

use super::task::Task;
use crate::grabs::{Grabs, Next};
use race_core::RaceConfig;
use race_core::schedule::Act;

/// The order of a replayed race.
pub struct Replay {
    acts: VecDeque<Act>,
    /// What the grabs that have begun and not ended do next.
    waiting: BTreeMap<u32, Next>,
    begun: Vec<bool>,
    /// The first grab that may not have ended.
    behind: u32,
}

impl Replay {
    /// Returns the order of this race's schedule, at its beginning.
    pub fn new(config: &RaceConfig) -> Replay {
        Replay {
            acts: config.schedule.0.iter().copied().collect(),
            waiting: BTreeMap::new(),
            begun: vec![false; config.grabs() as usize],
            behind: 0,
        }
    }

    /// Returns what the driver does next.
    pub fn next(&mut self, grabs: &mut Grabs) -> Task {
        while let Some(act) = self.acts.pop_front() {
            if let Some(task) = self.act(act, grabs) {
                return task;
            }
        }
        while (self.behind as usize) < self.begun.len() {
            if let Some(next) = self.take(self.behind, grabs) {
                return Task::Send(self.behind, next);
            }
            self.behind += 1;
        }
        Task::Done
    }

    /// Takes in what a grab does next, now that its command is answered.
    pub fn answered(&mut self, grab: u32, next: Next) {
        if !matches!(next, Next::Ended(_)) {
            self.waiting.insert(grab, next);
        }
    }

    fn act(&mut self, act: Act, grabs: &mut Grabs) -> Option<Task> {
        match act {
            Act::Turn(grab) => Some(Task::Send(grab, self.take(grab, grabs)?)),
            Act::Die(grab) => self.waiting.remove(&grab).map(|_| Task::Die(grab)),
            Act::Time => Some(Task::Time),
            Act::Refund(grab) => grabs.refund(grab).map(|commands| Task::Refund(grab, commands)),
        }
    }

    /// Returns what a grab does next, or `None` if it has ended.
    fn take(&mut self, grab: u32, grabs: &mut Grabs) -> Option<Next> {
        let begun = self.begun.get_mut(grab as usize)?;
        if std::mem::replace(begun, true) {
            return self.waiting.remove(&grab);
        }
        match grabs.start(grab) {
            Next::Ended(_) => None,
            next => Some(next),
        }
    }
}
