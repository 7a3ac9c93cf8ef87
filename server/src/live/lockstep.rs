//! Lockstep on a real Redis: one command at a time, in the order that [`Lockstep`] gives.

use std::collections::BTreeMap;
use std::sync::Arc;

use race_core::race::lockstep::{Lockstep, Turn};
use race_core::race::{Flight, Next, RaceConfig};
use race_core::store::Reply;
use tokio_util::sync::CancellationToken;

use super::book::{Book, Unanswered};
use super::pace;
use crate::store::StoreError;
use crate::store::link::{Calls, Link, Script};

/// A lockstep race.
pub struct Rounds {
    link: Link,
    script: Option<Arc<Script>>,
    order: Lockstep,
    gap_us: u64,
    /// The grabs that have sent something and not ended: when their first and last command left.
    open: BTreeMap<u32, (u64, u64)>,
}

impl Rounds {
    /// A race at its beginning.
    pub fn new(config: &RaceConfig, link: Link, script: Option<Script>) -> Rounds {
        Rounds {
            link,
            script: script.map(Arc::new),
            order: Lockstep::new(config),
            gap_us: (config.gap_ms * 1_000.0) as u64,
            open: BTreeMap::new(),
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
                Turn::Done => return Ok(()),
                Turn::Gap => self.gap(book, closing).await,
                Turn::Send(grab, next) => {
                    let sent_us = book.now_us();
                    let (first_us, last_us) = self.open.entry(grab).or_insert((sent_us, sent_us));
                    *last_us = sent_us;
                    let first_us = *first_us;
                    let reply = self.ask(next).await?;
                    let flight = Flight { sent_us, replied_us: book.now_us() };
                    let next = book.reply(grab, reply, flight, first_us);
                    if matches!(next, Next::Ended(_)) {
                        self.open.remove(&grab);
                    }
                    self.order.answered(grab, next);
                }
            }
        }
    }

    /// The grabs that have begun and not ended.
    pub fn unanswered(self) -> Vec<Unanswered> {
        let unanswered = |(grab, (_, sent_us))| Unanswered { grab, sent_us };
        self.open.into_iter().map(unanswered).collect()
    }

    async fn gap(&self, book: &mut Book, closing: &CancellationToken) {
        if self.gap_us == 0 {
            return;
        }
        let now_us = book.now_us();
        book.publish(now_us);
        tokio::select! {
            () = pace::until(book.instant(now_us + self.gap_us)) => {}
            () = closing.cancelled() => {}
        }
    }

    async fn ask(&self, next: Next) -> Result<Reply, StoreError> {
        match (next, &self.script) {
            (Next::Command(command), _) => self.link.call(&command).await,
            (Next::Script(argv), Some(script)) => {
                let mut calls = Calls::new(script, 1);
                calls.add(&argv);
                Ok(self.link.clone().run_all(calls).await?.remove(0))
            }
            (next, _) => unreachable!("{next:?} is nothing to send"),
        }
    }
}
