//! A race whose order is decided beforehand, and its acts as they went.

use super::{Simulated, Simulation};
use crate::grabs::{Flight, Next};
use crate::order::{Order, Task};
use race_core::schedule::Act;
use race_core::trace::Outcome;
use redis_model::{Command, Reply};

/// A replayed schedule.
pub struct Replayed {
    /// The race that it made.
    pub race: Simulated,
    /// Its acts, and behind them those of grabs that it left unfinished.
    pub acts: Vec<ReplayedAct>,
}

/// One act of a replay, as it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedAct {
    /// Whose turn it was, or what went wrong.
    pub act: Act,
    /// The command that was sent; `None` for a whole script, a death, or time.
    pub sent: Option<Command>,
    /// What came back.
    pub reply: Option<Reply>,
    /// How the grab ended, if it did.
    pub outcome: Option<Outcome>,
}

impl ReplayedAct {
    /// Returns an act for which nothing was sent.
    fn new(act: Act) -> ReplayedAct {
        ReplayedAct { act, sent: None, reply: None, outcome: None }
    }
}

impl Simulation<'_> {
    /// Runs the race in this order to its end.
    pub(super) fn ordered(&mut self, mut order: Order) {
        loop {
            match order.next(&mut self.grabs) {
                Task::Done => return,
                Task::Gap => self.pass((self.config.gap_ms * 1_000.0) as u64),
                Task::Time => {
                    let until_ms = self.world.redis.next_expiry_ms().unwrap_or(0);
                    self.pass(until_ms.saturating_mul(1_000));
                    self.record(ReplayedAct::new(Act::Time));
                }
                Task::Die(grab) => {
                    self.grabs.die(grab, self.now_us);
                    self.world.disconnect(grab);
                    let outcome = Some(Outcome::Lost);
                    self.record(ReplayedAct { outcome, ..ReplayedAct::new(Act::Die(grab)) });
                }
                Task::Refund(grab, commands) => {
                    for command in &commands {
                        // What fails here is found when the stock is counted.
                        let _ = self.world.call(command);
                    }
                    self.record(ReplayedAct::new(Act::Refund(grab)));
                }
                Task::Send(grab, next) => {
                    let then = self.send(grab, next);
                    order.answered(grab, then);
                }
            }
        }
    }

    /// Sends what a grab has to send, and returns what it does after the answer.
    fn send(&mut self, grab: u32, next: Next) -> Next {
        let sent_us = self.now_us;
        self.now_us += self.trip_us() + self.trip_us();
        let reply = self.answer(grab, &next);
        let flight = Flight { sent_us, replied_us: self.now_us };
        let then = self.grabs.reply(grab, reply.clone(), flight);
        let outcome = match then {
            Next::Ended(outcome) => Some(outcome),
            _ => None,
        };
        let sent = match next {
            Next::Command(command) => Some(command),
            _ => None,
        };
        self.record(ReplayedAct { act: Act::Turn(grab), sent, reply: Some(reply), outcome });
        then
    }

    fn record(&mut self, act: ReplayedAct) {
        if let Some(acts) = &mut self.acts {
            acts.push(act);
        }
    }

    /// Lets time pass, also for the keys. (The way of a command takes none of theirs.)
    fn pass(&mut self, us: u64) {
        self.now_us += us;
        self.world.redis.advance(us / 1_000);
    }
}
