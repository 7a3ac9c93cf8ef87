//! A free-running race inside Redis: each grab is one EVALSHA, sent in windows on one connection.
//!
//! This is the hot loop. Redis must never wait for us: while it works on one window, the replies
//! of another are counted and the window is filled again.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use futures_util::stream::{FuturesOrdered, StreamExt};
use race_core::{RaceConfig, arrivals};
use race_engine::{Flight, Next};
use redis_model::Reply;
use tokio_util::sync::CancellationToken;

use super::error::RaceError;
use super::pace;
use super::recorder::{Recorder, Unanswered};
use crate::store::connection::{Calls, Connection, Script};

/// Windows that the grabs in flight are spread over: few make a race of a few hundred grabs look
/// like a handful of blocks, many cost time.
const WINDOWS: usize = 16;

/// A free-running race inside Redis.
pub struct Scripts {
    redis: Connection,
    script: Arc<Script>,
    config: RaceConfig,
    /// When each grab arrives; the first `begun` of them have.
    arrivals_us: Vec<u64>,
    begun: usize,
    windows: VecDeque<Window>,
    in_flight: usize,
}

/// Grabs that were sent in one piece.
struct Window {
    grabs: Range<usize>,
    sent_us: u64,
}

impl Scripts {
    /// Returns a race at its beginning.
    pub fn new(config: &RaceConfig, redis: Connection, script: Script) -> Scripts {
        Scripts {
            redis,
            script: Arc::new(script),
            config: config.clone(),
            arrivals_us: arrivals::arrivals_us(config),
            begun: 0,
            windows: VecDeque::new(),
            in_flight: 0,
        }
    }

    /// Drives the race to its end.
    ///
    /// # Errors
    ///
    /// Fails if the connection does.
    pub async fn drive(
        &mut self,
        recorder: &mut Recorder,
        closing: &CancellationToken,
    ) -> Result<(), RaceError> {
        let mut answers = FuturesOrdered::new();
        loop {
            let now_us = recorder.now_us();
            while let Some(grabs) = self.due(now_us).filter(|_| !closing.is_cancelled()) {
                let mut calls = Calls::new(&self.script, grabs.len());
                for grab in grabs.clone() {
                    match recorder.grabs().start(grab as u32) {
                        Next::Script(argv) => calls.add(&argv),
                        other => unreachable!("{other:?} is no script"),
                    }
                }
                answers.push_back(self.redis.clone().run_all(calls));
                self.begun = grabs.end;
                self.in_flight += grabs.len();
                self.windows.push_back(Window { grabs, sent_us: recorder.now_us() });
            }
            let arrival_us = self.arrival_us().filter(|_| !closing.is_cancelled());
            if answers.is_empty() && arrival_us.is_none() {
                return Ok(());
            }
            if answers.is_empty() {
                recorder.publish(now_us);
            }
            let waiting = async {
                match arrival_us {
                    Some(us) => pace::until(recorder.instant(us)).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                Some(replies) = answers.next() => self.answered(replies?, recorder),
                () = waiting => {}
                () = closing.cancelled(), if !closing.is_cancelled() => {}
            }
        }
    }

    /// Returns the grabs that have begun and not ended.
    pub fn unanswered(self) -> Vec<Unanswered> {
        let grabs = |Window { grabs, sent_us }| {
            grabs.map(move |grab| Unanswered { grab: grab as u32, sent_us })
        };
        self.windows.into_iter().flat_map(grabs).collect()
    }

    /// Returns the next window, if a grab has arrived and there is room.
    fn due(&self, now_us: u64) -> Option<Range<usize>> {
        let concurrency = self.config.concurrency as usize;
        let most = concurrency.div_ceil(WINDOWS).min(concurrency - self.in_flight);
        let waiting = self.arrivals_us[self.begun..].iter().take(most);
        let arrived = waiting.take_while(|at_us| **at_us <= now_us).count();
        (arrived > 0).then(|| self.begun..self.begun + arrived)
    }

    /// Returns when the next grab arrives, if there is one and room for it.
    fn arrival_us(&self) -> Option<u64> {
        let room = self.in_flight < self.config.concurrency as usize;
        self.arrivals_us.get(self.begun).copied().filter(|_| room)
    }

    fn answered(&mut self, replies: Vec<Reply>, recorder: &mut Recorder) {
        let Some(Window { grabs, sent_us }) = self.windows.pop_front() else {
            return;
        };
        self.in_flight -= grabs.len();
        let flight = Flight { sent_us, replied_us: recorder.now_us() };
        for (grab, reply) in grabs.zip(replies) {
            let arrival_us = self.arrivals_us[grab];
            let first_us = arrivals::counts_from_us(&self.config, arrival_us, sent_us);
            recorder.reply(grab as u32, reply, flight, first_us);
        }
    }
}
