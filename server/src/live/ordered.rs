//! A race whose order is decided beforehand, on a real Redis: one command at a time, in the order
//! that [`Order`] gives.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use race_core::RaceConfig;
use race_engine::order::{Order, Task};
use race_engine::{Flight, Next};
use redis_model::{Command, Reply};
use tokio_util::sync::CancellationToken;

use super::connections::Connections;
use super::error::RaceError;
use super::pace;
use super::recorder::{Recorder, Unanswered};
use super::setup::Setup;
use crate::store::connection::{Calls, Script};

/// The longest life of a lock, in ms.
const LOCK_MS_MAX: i64 = 60_000;

/// A race in an order.
pub struct Ordered {
    setup: Arc<Setup>,
    connections: Connections,
    script: Option<Arc<Script>>,
    order: Order,
    gap_us: u64,
    /// The grabs that have sent something and not ended.
    open: BTreeMap<u32, Open>,
    /// The racers who have sent something.
    racers: BTreeSet<u32>,
}

/// When the first and the last command of a grab left.
struct Open {
    first_us: u64,
    last_us: u64,
}

impl Ordered {
    /// Returns a race at its beginning.
    pub fn new(config: &RaceConfig, order: Order, setup: &Arc<Setup>) -> Ordered {
        Ordered {
            setup: setup.clone(),
            connections: Connections::new(setup),
            script: setup.script.clone().map(Arc::new),
            order,
            gap_us: (config.gap_ms * 1_000.0) as u64,
            open: BTreeMap::new(),
            racers: BTreeSet::new(),
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
        loop {
            match self.order.next(recorder.grabs()) {
                _ if closing.is_cancelled() => return Ok(()),
                Task::Done => return Ok(()),
                Task::Gap => self.pass(self.gap_us, recorder, closing).await,
                Task::Time => self.time(recorder, closing).await?,
                Task::Die(grab) => self.die(grab, recorder).await?,
                Task::Refund(_, commands) => self.connections.call_all(&commands).await?,
                Task::Send(grab, next) => self.send(grab, next, recorder).await?,
            }
        }
    }

    async fn send(
        &mut self,
        grab: u32,
        next: Next,
        recorder: &mut Recorder,
    ) -> Result<(), RaceError> {
        self.racers.insert(recorder.grabs().config().racer(grab));
        let sent_us = recorder.now_us();
        let new = || Open { first_us: sent_us, last_us: sent_us };
        let open = self.open.entry(grab).or_insert_with(new);
        open.last_us = sent_us;
        let first_us = open.first_us;
        let reply = match (next, &self.script) {
            (Next::Command(command), _) => {
                self.connections.destination(grab, &command).await?.call(command).await?
            }
            (Next::Script(argv), Some(script)) => {
                let mut calls = Calls::new(script, 1);
                calls.add(&argv);
                self.setup.redis.clone().run_all(calls).await?.remove(0)
            }
            (next, _) => unreachable!("{next:?} is nothing to send"),
        };
        let flight = Flight { sent_us, replied_us: recorder.now_us() };
        let next = recorder.reply(grab, reply, flight, first_us);
        if matches!(next, Next::Ended(_)) {
            self.close(grab);
        }
        self.order.answered(grab, next);
        Ok(())
    }

    async fn die(&mut self, grab: u32, recorder: &mut Recorder) -> Result<(), RaceError> {
        let now_us = recorder.now_us();
        recorder.grabs().die(grab, now_us);
        self.open.remove(&grab);
        self.connections.break_off(grab).await
    }

    /// Forgets a grab that has ended, and what it may have left on its connection, as the model does.
    fn close(&mut self, grab: u32) {
        self.open.remove(&grab);
        self.connections.release(grab, false);
    }

    /// Waits until the locks of the race have expired. All have the same time to live, and none was
    /// taken since time last passed, so that they end together.
    async fn time(
        &mut self,
        recorder: &mut Recorder,
        closing: &CancellationToken,
    ) -> Result<(), RaceError> {
        let locks = recorder.grabs().keyspace().locks(self.racers.iter().copied());
        let left: Vec<_> = locks.iter().map(|lock| Command::new([b"PTTL", &**lock])).collect();
        while !left.is_empty() && !closing.is_cancelled() {
            let lives =
                self.setup.redis.call_all(&left).await?.into_iter().filter_map(
                    |reply| match reply {
                        // A longer life is not the program's own, but what every key of a race has.
                        Reply::Int(left_ms) if (0..=LOCK_MS_MAX).contains(&left_ms) => {
                            Some(left_ms as u64)
                        }
                        _ => None,
                    },
                );
            let Some(left_ms) = lives.max() else { break };
            // Redis counts whole ms; the rest of one is not yet over.
            self.pass((left_ms + 1) * 1_000, recorder, closing).await;
        }
        Ok(())
    }

    /// Returns the grabs that have begun and not ended.
    pub fn unanswered(self) -> Vec<Unanswered> {
        let unanswered = |(grab, open): (u32, Open)| Unanswered { grab, sent_us: open.last_us };
        self.open.into_iter().map(unanswered).collect()
    }

    async fn pass(&self, us: u64, recorder: &mut Recorder, closing: &CancellationToken) {
        if us == 0 {
            return;
        }
        let now_us = recorder.now_us();
        recorder.publish(now_us);
        tokio::select! {
            () = pace::until(recorder.instant(now_us + us)) => {}
            () = closing.cancelled() => {}
        }
    }
}
