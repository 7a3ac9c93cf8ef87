//! An order that is decided beforehand: lockstep's rounds, or a schedule. Whoever drives a race by it
//! asks whose turn it is, has the store answer, and hands the answer in.

use crate::grabs::{Grabs, Next};
use crate::lockstep::Lockstep;
use crate::replay::Replay;
use race_core::RaceConfig;
use redis_model::Command;

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This grab sends what it has; its answer comes back through [`Order::answered`].
    Send(u32, Next),
    /// The gap between two commands passes.
    Gap,
    /// Time passes, until the next lock expires.
    Time,
    /// This grab stops for ever.
    Die(u32),
    /// These commands give back what this grab won; nobody waits for their answers.
    Refund(u32, Vec<Command>),
    /// Every grab has ended.
    Done,
}

/// An order.
pub enum Order {
    /// In rounds.
    Lockstep(Lockstep),
    /// As a schedule says.
    Replay(Replay),
}

impl Order {
    /// The order of this race, at its beginning; `None` if nobody decides it.
    pub fn of(config: &RaceConfig) -> Option<Order> {
        match (config.schedule.is_empty(), config.lockstep) {
            (false, _) => Some(Order::Replay(Replay::new(config))),
            (true, true) => Some(Order::Lockstep(Lockstep::new(config))),
            (true, false) => None,
        }
    }

    /// Whose turn it is now.
    pub fn next(&mut self, grabs: &mut Grabs) -> Turn {
        match self {
            Order::Lockstep(order) => order.next(grabs),
            Order::Replay(order) => order.next(grabs),
        }
    }

    /// The grab whose turn it was has its answer, and this is what it does next.
    pub fn answered(&mut self, grab: u32, next: Next) {
        match self {
            Order::Lockstep(order) => order.answered(grab, next),
            Order::Replay(order) => order.answered(grab, next),
        }
    }
}
