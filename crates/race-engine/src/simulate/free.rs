//! A race whose order nothing decides but its arrivals and its virtual latencies.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::Simulation;
use crate::grabs::{Flight, Next};
use race_core::arrivals;

/// Something that happens at a virtual instant. Ties fall in the order of the numbers, so that the
/// order never depends on how the queue is built.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The command of a grab, sent at this instant, arrives at the store.
    Arrives { grab: u32, sent_us: u64 },
    /// Its reply is back.
    Returns { grab: u32, sent_us: u64 },
    /// A grab begins.
    Starts { grab: u32 },
}

impl Simulation<'_> {
    /// Runs the race to its end.
    pub(super) fn free(&mut self) {
        let mut arrivals = arrivals::arrivals_us(self.config).into_iter().enumerate();
        let mut queue = BinaryHeap::new();
        let mut sending = BTreeMap::new();
        let mut replies = BTreeMap::new();
        for (grab, at) in arrivals.by_ref().take(self.config.concurrency as usize) {
            queue.push(Reverse((at, Event::Starts { grab: grab as u32 })));
        }
        while let Some(Reverse((at, event))) = queue.pop() {
            // The store's clock goes in whole ms.
            self.world.redis.advance(at / 1_000 - self.now_us / 1_000);
            self.now_us = at;
            let mut gap_us = 0;
            let (grab, next) = match event {
                Event::Arrives { grab, sent_us } => {
                    let next = sending.remove(&grab).expect("it was sent");
                    replies.insert(grab, self.answer(grab, &next));
                    let back = at + self.trip_us();
                    queue.push(Reverse((back, Event::Returns { grab, sent_us })));
                    continue;
                }
                Event::Starts { grab } => (grab, self.grabs.start(grab)),
                Event::Returns { grab, sent_us } => {
                    let reply = replies.remove(&grab).expect("it was answered");
                    gap_us = arrivals::gap_us(self.config, &mut self.rng);
                    (grab, self.grabs.reply(grab, reply, Flight { sent_us, replied_us: at }))
                }
            };
            if matches!(next, Next::Ended(_)) {
                if let Some((grab, arrival)) = arrivals.next() {
                    let start = arrival.max(at);
                    queue.push(Reverse((start, Event::Starts { grab: grab as u32 })));
                }
                continue;
            }
            let sent_us = at + gap_us + self.grabs.wait_us(grab);
            let there = sent_us + self.trip_us();
            sending.insert(grab, next);
            queue.push(Reverse((there, Event::Arrives { grab, sent_us })));
        }
    }
}
