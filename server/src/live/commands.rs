//! A free-running race command by command: as many grabs in flight as the config says, each
//! waiting for its own replies, all on one connection; or, where a grab leaves something on its
//! connection, each on one of its own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use race_core::trace::Outcome;
use race_core::{RaceConfig, arrivals};
use race_engine::{Flight, Next};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use redis_model::{Command, Reply};
use tokio_util::sync::CancellationToken;

use super::connections::Connections;
use super::error::RaceError;
use super::pace;
use super::recorder::{Recorder, Unanswered};
use super::setup::Setup;

/// A free-running race command by command.
pub struct Commands {
    config: RaceConfig,
    connections: Connections,
    rng: ChaCha8Rng,
    /// When each grab arrives; the first `begun` of them have.
    arrivals_us: Vec<u64>,
    begun: usize,
    open: BTreeMap<u32, Open>,
    /// The grabs in a gap between two commands, by the time at which they send.
    thinking: BinaryHeap<Reverse<(u64, u32)>>,
}

/// A grab that has begun and not ended.
struct Open {
    first_us: u64,
    sent_us: u64,
    /// The command that it will send after its gap.
    next: Option<Command>,
}

/// The answer to a grab's command.
struct Answer {
    grab: u32,
    /// When the command left.
    sent_us: u64,
    reply: Result<Reply, RaceError>,
}

impl Commands {
    /// Returns a race at its beginning.
    pub fn new(config: &RaceConfig, setup: &Arc<Setup>) -> Commands {
        Commands {
            connections: Connections::new(setup),
            rng: ChaCha8Rng::seed_from_u64(config.seed),
            arrivals_us: arrivals::arrivals_us(config),
            begun: 0,
            open: BTreeMap::new(),
            thinking: BinaryHeap::new(),
            config: config.clone(),
        }
    }

    /// Drives the race to its end.
    ///
    /// # Errors
    ///
    /// Fails if a connection does.
    pub async fn drive(
        &mut self,
        recorder: &mut Recorder,
        closing: &CancellationToken,
    ) -> Result<(), RaceError> {
        let mut answers = FuturesUnordered::new();
        let mut sent = false;
        loop {
            // Asking for answers also hands new commands to the connection …
            while let Some(Some(answer)) = answers.next().now_or_never() {
                self.answered(answer, recorder)?;
            }
            // … and this lets it write and read before anybody else begins: an app that only let
            // new people in would have everybody read before anybody writes.
            if std::mem::take(&mut sent) {
                tokio::task::yield_now().await;
                continue;
            }
            let now_us = recorder.now_us();
            if let Some((grab, command)) = self.due(now_us, recorder, closing.is_cancelled()) {
                let destination = self.connections.destination(grab, &command).await?;
                let sent_us = recorder.now_us();
                if let Some(open) = self.open.get_mut(&grab) {
                    open.sent_us = sent_us;
                }
                answers.push(async move {
                    let reply = destination.call(command).await;
                    Answer { grab, sent_us, reply }
                });
                sent = true;
                continue;
            }
            let wake_us = self.wake_us(closing.is_cancelled());
            if answers.is_empty() {
                if wake_us.is_none() {
                    return Ok(());
                }
                recorder.publish(now_us);
            }
            let waiting = async {
                match wake_us {
                    Some(us) => pace::until(recorder.instant(us)).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                Some(answer) = answers.next() => self.answered(answer, recorder)?,
                () = waiting => {}
                () = closing.cancelled(), if !closing.is_cancelled() => {}
            }
        }
    }

    /// Returns the grabs that have begun and not ended.
    pub fn unanswered(self) -> Vec<Unanswered> {
        let unanswered = |(grab, open): (u32, Open)| Unanswered { grab, sent_us: open.sent_us };
        self.open.into_iter().map(unanswered).collect()
    }

    /// Returns a grab that is to send now, with its command.
    fn due(
        &mut self,
        now_us: u64,
        recorder: &mut Recorder,
        closing: bool,
    ) -> Option<(u32, Command)> {
        if let Some(Reverse((at_us, grab))) = self.thinking.peek().copied()
            && at_us <= now_us
        {
            self.thinking.pop();
            let command = self.open.get_mut(&grab)?.next.take()?;
            return Some((grab, command));
        }
        while !closing && self.arrival_us().is_some_and(|at_us| at_us <= now_us) {
            let grab = self.begun as u32;
            self.begun += 1;
            if let Next::Command(command) = recorder.grabs().start(grab) {
                let sent_us = recorder.now_us();
                let arrival_us = self.arrivals_us[grab as usize];
                let first_us = arrivals::counts_from_us(&self.config, arrival_us, sent_us);
                self.open.insert(grab, Open { first_us, sent_us, next: None });
                return Some((grab, command));
            }
        }
        None
    }

    /// Returns when the next grab arrives, if there is one and room for it.
    fn arrival_us(&self) -> Option<u64> {
        let room = self.open.len() < self.config.concurrency as usize;
        self.arrivals_us.get(self.begun).copied().filter(|_| room)
    }

    /// Returns when something is to be sent, if not in answer to a reply.
    fn wake_us(&self, closing: bool) -> Option<u64> {
        let thinking = self.thinking.peek().map(|Reverse((at_us, _))| *at_us);
        let arriving = self.arrival_us().filter(|_| !closing);
        thinking.into_iter().chain(arriving).min()
    }

    fn answered(&mut self, answer: Answer, recorder: &mut Recorder) -> Result<(), RaceError> {
        let Answer { grab, sent_us, reply } = answer;
        let reply = reply?;
        let Some(open) = self.open.get_mut(&grab) else {
            return Ok(());
        };
        let flight = Flight { sent_us, replied_us: recorder.now_us() };
        match recorder.reply(grab, reply, flight, open.first_us) {
            Next::Command(command) => {
                open.next = Some(command);
                let gap_us =
                    arrivals::gap_us(&self.config, &mut self.rng) + recorder.grabs().wait_us(grab);
                self.thinking.push(Reverse((flight.replied_us + gap_us, grab)));
            }
            Next::Ended(outcome) => {
                self.open.remove(&grab);
                self.connections.release(grab, outcome != Outcome::Failed);
            }
            Next::Script(_) => unreachable!("a script is not run command by command"),
        }
        Ok(())
    }
}
