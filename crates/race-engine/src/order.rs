//! An order that is decided beforehand: the rounds of lockstep, or a schedule. The driver of a race asks
//! for its next [`Task`], has the store answer, and hands the answer in.

mod lockstep;
mod replay;
mod task;

use crate::grabs::{Grabs, Next};
use lockstep::Lockstep;
use race_core::RaceConfig;
use replay::Replay;

pub use task::Task;

/// The order of one race, as far as it has come.
pub struct Order(Kind);

enum Kind {
    Lockstep(Lockstep),
    Replay(Replay),
}

impl Order {
    /// Returns the order of this race at its beginning, or `None` if nothing decides it beforehand.
    pub fn of(config: &RaceConfig) -> Option<Order> {
        match (config.schedule.is_empty(), config.lockstep) {
            (false, _) => Some(Order::replay(config)),
            (true, true) => Some(Order(Kind::Lockstep(Lockstep::new(config)))),
            (true, false) => None,
        }
    }

    /// Returns the order of this race's schedule, which may be empty, at its beginning.
    pub fn replay(config: &RaceConfig) -> Order {
        Order(Kind::Replay(Replay::new(config)))
    }

    /// Returns what the driver does next.
    pub fn next(&mut self, grabs: &mut Grabs) -> Task {
        match &mut self.0 {
            Kind::Lockstep(order) => order.next(grabs),
            Kind::Replay(order) => order.next(grabs),
        }
    }

    /// Takes in what a grab does next, now that its command is answered.
    pub fn answered(&mut self, grab: u32, next: Next) {
        match &mut self.0 {
            Kind::Lockstep(order) => order.answered(grab, next),
            Kind::Replay(order) => order.answered(grab, next),
        }
    }
}
