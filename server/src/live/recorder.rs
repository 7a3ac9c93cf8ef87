//! The recorder of a race: its grabs, its clock and its times, in one place, so that the drivers only
//! decide who sends what and when.

use std::sync::Arc;
use std::time::{Duration, Instant};

use race_core::result::{RaceResult, Status};
use race_core::trace::{Outcome, Standing};
use race_engine::keyspace::Holdings;
use race_engine::{Flight, Grabs, Next};
use redis_model::Reply;

use super::latency::Times;
use super::log::Log;

/// Steps are published this often; each on its own would cost more than the grab.
const PUBLISH_US: u64 = 10_000;
/// Percentiles are worked out anew this often.
const TIMES_US: u64 = 250_000;

/// A grab's command that got no answer.
#[derive(Clone, Copy, Debug)]
pub struct Unanswered {
    /// The grab.
    pub grab: u32,
    /// When its last command left, in µs since the race began.
    pub sent_us: u64,
}

/// Records what a driver does, and publishes it to the race's log.
pub struct Recorder {
    grabs: Grabs,
    log: Arc<Log>,
    began: Instant,
    first_sent_us: Option<u64>,
    last_replied_us: u64,
    won: Times,
    refused: Times,
    published_us: u64,
    times_us: u64,
}

impl Recorder {
    /// Returns a recorder without records; the race begins now.
    pub fn new(grabs: Grabs, log: Arc<Log>) -> Recorder {
        Recorder {
            grabs,
            log,
            began: Instant::now(),
            first_sent_us: None,
            last_replied_us: 0,
            won: Times::new(),
            refused: Times::new(),
            published_us: 0,
            times_us: 0,
        }
    }

    /// Returns the time now, in µs since the race began.
    pub fn now_us(&self) -> u64 {
        self.began.elapsed().as_micros() as u64
    }

    /// Returns the instant that lies this many µs after the race's beginning.
    pub fn instant(&self, us: u64) -> Instant {
        self.began + Duration::from_micros(us)
    }

    /// Returns the grabs.
    pub fn grabs(&mut self) -> &mut Grabs {
        &mut self.grabs
    }

    /// Records a reply and returns what its grab does next. `first_us` is when the grab's first command left: its time runs from there.
    pub fn reply(&mut self, grab: u32, reply: Reply, flight: Flight, first_us: u64) -> Next {
        // Where arrivals are planned, the plan begins with the race.
        let is_open = self.grabs.config().rate.is_some();
        let begins_us = if is_open { 0 } else { flight.sent_us };
        self.first_sent_us.get_or_insert(begins_us);
        self.last_replied_us = flight.replied_us;
        let next = self.grabs.reply(grab, reply, flight);
        if let Next::Ended(outcome) = next {
            let took_us = flight.replied_us - first_us;
            match outcome {
                Outcome::Won => self.won.take(took_us),
                // Nobody knows how long these would have waited.
                Outcome::Failed | Outcome::Lost => {}
                _ => self.refused.take(took_us),
            }
        }
        if flight.replied_us - self.published_us >= PUBLISH_US {
            self.publish(flight.replied_us);
        }
        next
    }

    /// Lets viewers see all that has happened until now.
    pub fn publish(&mut self, now_us: u64) {
        let (steps, tallies) = self.grabs.take_trace();
        let elapsed_us = self.elapsed_us();
        let counts = *self.grabs.counter().counts();
        let times = (now_us - self.times_us >= TIMES_US)
            .then(|| (self.won.latency(), self.refused.latency()));
        self.published_us = now_us;
        if times.is_some() {
            self.times_us = now_us;
        }
        self.log.write(steps, tallies, |result| {
            result.count(&counts, elapsed_us);
            if let Some((won, refused)) = times {
                (result.latency_won_us, result.latency_refused_us) = (won, refused);
            }
        });
    }

    /// Counts grabs that were in flight when the race had to end.
    pub fn lose(&mut self, unanswered: impl Iterator<Item = Unanswered>) {
        let now_us = self.now_us();
        for Unanswered { grab, sent_us } in unanswered {
            self.grabs.lose(grab, Outcome::Lost, Flight { sent_us, replied_us: now_us });
        }
    }

    /// Returns the result, judged by what Redis and the database finally hold, where that is known.
    pub fn close(
        mut self,
        status: Status,
        reason: Option<String>,
        found: Option<Holdings>,
    ) -> RaceResult {
        self.grabs.finish(self.last_replied_us);
        let now_us = self.now_us();
        self.publish(now_us);
        let mut result = self.log.result();
        result.status = status;
        result.reason = reason;
        (result.latency_won_us, result.latency_refused_us) =
            (self.won.latency(), self.refused.latency());
        let elapsed_us = self.elapsed_us();
        let Holdings { counter, recorded } = found.unwrap_or_default();
        self.grabs.counter().settle(&mut result, elapsed_us, counter, recorded);
        if found.is_none() {
            // What broke is broken; whether the rest held is not known.
            for standing in result.verdict.values_mut().filter(|each| **each == Standing::Held) {
                *standing = Standing::NotJudged;
            }
        }
        result
    }

    fn elapsed_us(&self) -> u64 {
        self.first_sent_us.map_or(0, |first| self.last_replied_us.saturating_sub(first))
    }
}
