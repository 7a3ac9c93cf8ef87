//! A free-running race command by command: as many grabs in flight as the config says, each
//! waiting for its own replies, all on one connection; or, where what one says must not be heard
//! from another, each on one of its own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use race_core::program::Program;
use race_core::trace::Outcome;
use race_core::{RaceConfig, arrivals};
use race_engine::{Flight, Next};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use redis_model::{Command, Reply};
use tokio_util::sync::CancellationToken;

use super::connections::Links;
use super::pace;
use super::recorder::{Book, Unanswered};
use crate::sql::pool::Pool;
use crate::store::connection::Link;
use crate::store::{Dialer, StoreError};

/// A free-running race command by command.
pub struct Commands {
    config: RaceConfig,
    links: Links,
    rng: ChaCha8Rng,
    /// When each grab arrives; the first `begun` of them have.
    arrivals_us: Vec<u64>,
    begun: usize,
    open: BTreeMap<u32, Open>,
    /// Who sends when, of those in a gap between two commands.
    thinking: BinaryHeap<Reverse<(u64, u32)>>,
}

/// A grab that has begun and not ended.
struct Open {
    first_us: u64,
    sent_us: u64,
    /// The command that it will send after its gap.
    next: Option<Command>,
}

/// A reply, whose it is, and when its command left.
type Answer = (u32, u64, Result<Reply, StoreError>);

impl Commands {
    /// A race at its beginning.
    pub fn new(
        (config, program): (&RaceConfig, &Program),
        (link, dialer): (Link, Dialer),
        pool: Option<Arc<Pool>>,
    ) -> Commands {
        Commands {
            links: Links::new((config, program), (link, dialer), pool),
            rng: ChaCha8Rng::seed_from_u64(config.seed),
            arrivals_us: arrivals::arrivals_us(config),
            begun: 0,
            open: BTreeMap::new(),
            thinking: BinaryHeap::new(),
            config: config.clone(),
        }
    }

    /// Drives the race to its end.
    pub async fn drive(
        &mut self,
        book: &mut Book,
        closing: &CancellationToken,
    ) -> Result<(), StoreError> {
        let mut answers = FuturesUnordered::new();
        let mut sent = false;
        loop {
            // Asking for answers also hands new commands to the connection …
            while let Some(Some(answer)) = answers.next().now_or_never() {
                self.answered(answer, book)?;
            }
            // … and this lets it write and read before anybody else begins: an app that only let
            // new people in would have everybody read before anybody writes.
            if std::mem::take(&mut sent) {
                tokio::task::yield_now().await;
                continue;
            }
            let now_us = book.now_us();
            if let Some((grab, command)) = self.due(now_us, book, closing.is_cancelled()) {
                let answers_it = self.links.of(grab, &command).await?;
                let sent_us = book.now_us();
                if let Some(open) = self.open.get_mut(&grab) {
                    open.sent_us = sent_us;
                }
                answers.push(async move { (grab, sent_us, answers_it.call(command).await) });
                sent = true;
                continue;
            }
            let wake_us = self.wake_us(closing.is_cancelled());
            if answers.is_empty() {
                if wake_us.is_none() {
                    return Ok(());
                }
                book.publish(now_us);
            }
            let waiting = async {
                match wake_us {
                    Some(us) => pace::until(book.instant(us)).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                Some(answer) = answers.next() => self.answered(answer, book)?,
                () = waiting => {}
                () = closing.cancelled(), if !closing.is_cancelled() => {}
            }
        }
    }

    /// The grabs that have begun and not ended.
    pub fn unanswered(self) -> Vec<Unanswered> {
        let unanswered = |(grab, open): (u32, Open)| Unanswered { grab, sent_us: open.sent_us };
        self.open.into_iter().map(unanswered).collect()
    }

    /// A grab that is to send now, and what.
    fn due(&mut self, now_us: u64, book: &mut Book, closing: bool) -> Option<(u32, Command)> {
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
            if let Next::Command(command) = book.grabs().start(grab) {
                let sent_us = book.now_us();
                let arrival_us = self.arrivals_us[grab as usize];
                let first_us = arrivals::counts_from_us(&self.config, arrival_us, sent_us);
                self.open.insert(grab, Open { first_us, sent_us, next: None });
                return Some((grab, command));
            }
        }
        None
    }

    /// When the next grab arrives, if there is one and room for it.
    fn arrival_us(&self) -> Option<u64> {
        let room = self.open.len() < self.config.concurrency as usize;
        self.arrivals_us.get(self.begun).copied().filter(|_| room)
    }

    /// When something is to be sent, if not in answer to a reply.
    fn wake_us(&self, closing: bool) -> Option<u64> {
        let thinking = self.thinking.peek().map(|Reverse((at_us, _))| *at_us);
        let arriving = self.arrival_us().filter(|_| !closing);
        thinking.into_iter().chain(arriving).min()
    }

    fn answered(&mut self, answer: Answer, book: &mut Book) -> Result<(), StoreError> {
        let (grab, sent_us, reply) = answer;
        let reply = reply?;
        let Some(open) = self.open.get_mut(&grab) else {
            return Ok(());
        };
        let flight = Flight { sent_us, replied_us: book.now_us() };
        match book.reply(grab, reply, flight, open.first_us) {
            Next::Command(command) => {
                open.next = Some(command);
                let gap_us =
                    arrivals::gap_us(&self.config, &mut self.rng) + book.grabs().wait_us(grab);
                self.thinking.push(Reverse((flight.replied_us + gap_us, grab)));
            }
            Next::Ended(outcome) => {
                self.open.remove(&grab);
                self.links.free(grab, outcome != Outcome::Failed);
            }
            Next::Script(_) => unreachable!("a script is not run command by command"),
        }
        Ok(())
    }
}
