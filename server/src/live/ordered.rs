//! A race whose order is decided beforehand, on a real Redis: one command at a time, in the order
//! that [`Order`] gives.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use race_core::RaceConfig;
use race_core::program::Program;
use race_engine::order::{Order, Task};
use race_engine::{Flight, Next};
use redis_model::{Command, Reply};
use tokio_util::sync::CancellationToken;

use super::book::{Book, Unanswered};
use super::links::Links;
use super::pace;
use crate::sql::pool::Pool;
use crate::store::link::{Calls, Link, Script};
use crate::store::{Dialer, StoreError};

/// The longest life of a lock, in ms.
const LOCK_MS_MAX: i64 = 60_000;

/// A race in an order.
pub struct Ordered {
    /// What the race itself says.
    link: Link,
    links: Links,
    script: Option<Arc<Script>>,
    order: Order,
    gap_us: u64,
    /// The grabs that have sent something and not ended: when their first and last command left.
    open: BTreeMap<u32, (u64, u64)>,
    /// The racers who have sent something.
    racers: BTreeSet<u32>,
}

impl Ordered {
    /// A race at its beginning.
    pub fn new(
        (config, program): (&RaceConfig, &Program),
        order: Order,
        (link, dialer): (Link, Dialer),
        (script, pool): (Option<Script>, Option<Arc<Pool>>),
    ) -> Ordered {
        Ordered {
            links: Links::new((config, program), (link.clone(), dialer), pool),
            link,
            script: script.map(Arc::new),
            order,
            gap_us: (config.gap_ms * 1_000.0) as u64,
            open: BTreeMap::new(),
            racers: BTreeSet::new(),
        }
    }

    /// Drives the race to its end.
    pub async fn drive(
        &mut self,
        book: &mut Book,
        closing: &CancellationToken,
    ) -> Result<(), StoreError> {
        loop {
            match self.order.next(book.grabs()) {
                _ if closing.is_cancelled() => return Ok(()),
                Task::Done => return Ok(()),
                Task::Gap => self.pass(self.gap_us, book, closing).await,
                Task::Time => self.time(book, closing).await?,
                Task::Die(grab) => self.die(grab, book).await?,
                Task::Refund(_, commands) => self.links.call_all(&commands).await?,
                Task::Send(grab, next) => self.send(grab, next, book).await?,
            }
        }
    }

    async fn send(&mut self, grab: u32, next: Next, book: &mut Book) -> Result<(), StoreError> {
        self.racers.insert(book.grabs().config().racer(grab));
        let sent_us = book.now_us();
        let (first_us, last_us) = self.open.entry(grab).or_insert((sent_us, sent_us));
        *last_us = sent_us;
        let first_us = *first_us;
        let reply = match (next, &self.script) {
            (Next::Command(command), _) => {
                self.links.of(grab, &command).await?.call(command).await?
            }
            (Next::Script(argv), Some(script)) => {
                let mut calls = Calls::new(script, 1);
                calls.add(&argv);
                self.link.clone().run_all(calls).await?.remove(0)
            }
            (next, _) => unreachable!("{next:?} is nothing to send"),
        };
        let flight = Flight { sent_us, replied_us: book.now_us() };
        let next = book.reply(grab, reply, flight, first_us);
        if matches!(next, Next::Ended(_)) {
            self.close(grab);
        }
        self.order.answered(grab, next);
        Ok(())
    }

    async fn die(&mut self, grab: u32, book: &mut Book) -> Result<(), StoreError> {
        let now_us = book.now_us();
        book.grabs().die(grab, now_us);
        self.open.remove(&grab);
        self.links.break_off(grab).await
    }

    /// Forgets a grab that has ended, and what it may have left on its connection, as the model does.
    fn close(&mut self, grab: u32) {
        self.open.remove(&grab);
        self.links.free(grab, false);
    }

    /// Waits until the locks of the race have expired. All have the same time to live, and none was
    /// taken since time last passed, so that they end together.
    async fn time(
        &mut self,
        book: &mut Book,
        closing: &CancellationToken,
    ) -> Result<(), StoreError> {
        let locks = book.grabs().keyspace().locks(self.racers.iter().copied());
        let left: Vec<_> = locks.iter().map(|lock| Command::new([b"PTTL", &**lock])).collect();
        while !left.is_empty() && !closing.is_cancelled() {
            let lives =
                self.link.call_all(&left).await?.into_iter().filter_map(|reply| match reply {
                    // A longer life is not the program's own, but what every key of a race has.
                    Reply::Int(left_ms) if (0..=LOCK_MS_MAX).contains(&left_ms) => {
                        Some(left_ms as u64)
                    }
                    _ => None,
                });
            let Some(left_ms) = lives.max() else { break };
            // Redis tells whole ms; the rest of one is not yet over.
            self.pass((left_ms + 1) * 1_000, book, closing).await;
        }
        Ok(())
    }

    /// The grabs that have begun and not ended.
    pub fn unanswered(self) -> Vec<Unanswered> {
        let unanswered = |(grab, (_, sent_us))| Unanswered { grab, sent_us };
        self.open.into_iter().map(unanswered).collect()
    }

    async fn pass(&self, us: u64, book: &mut Book, closing: &CancellationToken) {
        if us == 0 {
            return;
        }
        let now_us = book.now_us();
        book.publish(now_us);
        tokio::select! {
            () = pace::until(book.instant(now_us + us)) => {}
            () = closing.cancelled() => {}
        }
    }
}
