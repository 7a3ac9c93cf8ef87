//! A race on the model store: no Redis, no clock, the same trace.
//!
//! Latencies are virtual and drawn from the seed, so the same config always tells the same story.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::grabs::{Flight, Grabs, Next};
use crate::order::{Order, Turn};
use crate::replay::Replay;
use crate::stage::{Final, whole};
use crate::world::World;
use race_core::program::Program;
use race_core::result::{RaceResult, Status};
use race_core::schedule::Act;
use race_core::trace::{Outcome, Step, Tally};
use race_core::{RaceConfig, arrivals};
use redis_lua::Scripts;
use redis_model::{Command, Reply};

/// One way between app and Redis takes from this many µs …
const TRIP_US_MIN: u64 = 40;
/// … to this many, evenly spread.
const TRIP_US_MAX: u64 = 160;

/// A simulated race: its result and its whole trace.
pub struct Simulated {
    /// As a live race tells it.
    pub result: RaceResult,
    /// As a live race streams it.
    pub steps: Vec<Step>,
    /// As a live race streams it.
    pub tallies: Vec<Tally>,
}

/// Runs a race on the model store.
pub fn simulate(config: &RaceConfig) -> Simulated {
    simulate_program(config, config.program())
}

/// The same with a program that need not be in the catalogue.
pub fn simulate_program(config: &RaceConfig, program: &Program) -> Simulated {
    let mut simulation = Simulation::new(config, program);
    match Order::of(config) {
        Some(order) => simulation.ordered(order),
        None => simulation.free(),
    }
    simulation.finish()
}

/// One act of a replay, as it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Whose turn it was, or what went wrong.
    pub act: Act,
    /// The command that was sent; none for a whole script, a death, or time.
    pub sent: Option<Command>,
    /// What came back.
    pub reply: Option<Reply>,
    /// How the grab ended, if it did.
    pub outcome: Option<Outcome>,
}

/// Replays a config's schedule on the model store, act by act.
pub fn replay(config: &RaceConfig, program: &Program) -> (Simulated, Vec<Told>) {
    let mut simulation = Simulation::new(config, program);
    simulation.told = Some(Vec::new());
    simulation.ordered(Order::Replay(Replay::new(config)));
    let told = simulation.told.take().unwrap_or_default();
    (simulation.finish(), told)
}

struct Simulation<'a> {
    config: &'a RaceConfig,
    grabs: Grabs,
    model: World,
    scripts: Scripts,
    rng: ChaCha8Rng,
    now_us: u64,
    /// Kept only where somebody wants to read it.
    told: Option<Vec<Told>>,
}

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

impl<'a> Simulation<'a> {
    fn new(config: &'a RaceConfig, program: &Program) -> Simulation<'a> {
        let grabs = Grabs::with_program("model", config, program);
        let (mut model, mut scripts) = (World::default(), Scripts::new());
        for command in grabs.stage().load() {
            let reply = model.run_for(0, &command, &mut scripts);
            reply.expect("the models have what a race begins with");
        }
        let rng = ChaCha8Rng::seed_from_u64(config.seed);
        Simulation { config, grabs, model, rng, now_us: 0, told: None, scripts }
    }

    fn trip_us(&mut self) -> u64 {
        self.rng.random_range(TRIP_US_MIN..=TRIP_US_MAX)
    }

    fn answer(&mut self, grab: u32, next: &Next) -> Reply {
        let script;
        let command = match next {
            Next::Command(command) => command,
            Next::Script(argv) => {
                script = self.grabs.stage().script(argv);
                &script
            }
            Next::Ended(_) => unreachable!("a grab that has ended sends nothing"),
        };
        let answer = self.model.run_for(grab, command, &mut self.scripts);
        answer.unwrap_or_else(|gap| gap.reply())
    }

    fn ordered(&mut self, mut order: Order) {
        loop {
            match order.next(&mut self.grabs) {
                Turn::Done => return,
                Turn::Gap => self.pass((self.config.gap_ms * 1_000.0) as u64),
                Turn::Time => {
                    let until_ms = self.model.redis.next_expiry_ms().unwrap_or(0);
                    self.pass(until_ms.saturating_mul(1_000));
                    self.tell(Act::Time, None, None, None);
                }
                Turn::Die(grab) => {
                    self.grabs.die(grab, self.now_us);
                    self.model.disconnect(grab);
                    self.tell(Act::Die(grab), None, None, Some(Outcome::Lost));
                }
                Turn::Refund(grab, commands) => {
                    for command in &commands {
                        // What fails here is found when the stock is counted.
                        let _ = self.model.call(command);
                    }
                    self.tell(Act::Refund(grab), None, None, None);
                }
                Turn::Send(grab, next) => {
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
                    self.tell(Act::Turn(grab), sent, Some(reply), outcome);
                    order.answered(grab, then);
                }
            }
        }
    }

    fn tell(
        &mut self,
        act: Act,
        sent: Option<Command>,
        reply: Option<Reply>,
        outcome: Option<Outcome>,
    ) {
        if let Some(told) = &mut self.told {
            told.push(Told { act, sent, reply, outcome });
        }
    }

    /// Lets time pass, also for the keys. (The way of a command takes none of theirs.)
    fn pass(&mut self, us: u64) {
        self.now_us += us;
        self.model.redis.advance(us / 1_000);
    }

    fn free(&mut self) {
        let mut arrivals = arrivals::arrivals_us(self.config).into_iter().enumerate();
        let mut queue = BinaryHeap::new();
        let mut sending = std::collections::BTreeMap::new();
        let mut replies = std::collections::BTreeMap::new();
        for (grab, at) in arrivals.by_ref().take(self.config.concurrency as usize) {
            queue.push(Reverse((at, Event::Starts { grab: grab as u32 })));
        }
        while let Some(Reverse((at, event))) = queue.pop() {
            // The store's clock goes in whole ms.
            self.model.redis.advance(at / 1_000 - self.now_us / 1_000);
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

    fn finish(mut self) -> Simulated {
        self.grabs.finish(self.now_us);
        let racer = |name: &[u8]| whole(name).and_then(|racer| racer.try_into().ok());
        let Final { counter, recorded } = self
            .grabs
            .stage()
            .read(racer, |command| self.model.call(command).unwrap_or_else(|gap| gap.reply()));
        let mut result = RaceResult::new("model", self.config);
        result.status = Status::Finished;
        self.grabs.counter().settle(&mut result, self.now_us, counter, recorded);
        let (steps, tallies) = self.grabs.take_trace();
        Simulated { result, steps, tallies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::config::field::plain;
    use race_core::property::{Property, Standing};
    use race_core::trace::Touch;

    fn run(words: &str) -> Simulated {
        let words = words.split_whitespace();
        let fields = plain(words.map(|word| word.split_once('=').expect("name=value")));
        simulate(&RaceConfig::from_fields(&fields).expect("a config"))
    }

    #[test]
    fn the_naive_race_is_judged_broken_and_the_exact_one_held() {
        let naive = run("lockstep=true").result.verdict;
        for property in [Property::NoOversell, Property::NoPhantom, Property::Conserved] {
            assert_eq!(naive[&property], Standing::Broken, "{property}");
        }
        let exact = run("strategy=atomic venue=server lockstep=true").result.verdict;
        assert!(exact.values().all(|standing| *standing != Standing::Broken), "{exact:?}");
    }

    #[test]
    fn what_a_transaction_wrote_is_seen_in_the_reply_to_its_exec() {
        let told = run("strategy=watch_multi shares=2 racers=2 concurrency=2 lockstep=true");
        let wins = told.steps.iter().filter(|step| step.end.is_some_and(|end| end.share.is_some()));
        let touches: Vec<_> = wins.map(|step| step.touch).collect();
        assert_eq!(touches, [Touch::Wrote(1), Touch::Wrote(0)]);
    }

    #[test]
    fn a_free_race_overlaps_and_the_same_seed_tells_it_again() {
        let words = "shares=100 racers=500 concurrency=500 jitter_ms=5 seed=7";
        let (first, again) = (run(words), run(words));
        assert_eq!(first.steps, again.steps);
        assert!(first.result.won > 100, "{}", first.result.won);
        assert_ne!(
            first.steps,
            run("shares=100 racers=500 concurrency=500 jitter_ms=5 seed=8").steps
        );
    }

    #[test]
    fn who_finds_the_lock_taken_waits_in_virtual_time_and_in_lockstep_not_at_all() {
        let words = "strategy=lock_ttl racers=2 concurrency=2 shares=2 attempts=3";
        let tries = |raced: &Simulated| -> Vec<u64> {
            let first = raced.steps[0].line;
            let tries = raced.steps.iter().filter(|step| step.line == first);
            tries.map(|step| step.sent_us).collect()
        };
        let free = run(words);
        let sent = tries(&free);
        assert!(sent.len() > 2 && sent[2] >= 1_000, "{sent:?}");
        assert_eq!(free.result.won, 2);
        let ordered = run(&format!("{words} lockstep=true"));
        assert!(tries(&ordered)[2] < 1_000);
        assert_eq!((ordered.result.won, ordered.result.gave_up), (1, 1));
    }

    #[test]
    fn a_large_race_is_sampled_but_its_tallies_hold_every_share() {
        let large = run("strategy=atomic venue=server shares=2000 racers=10000 concurrency=100");
        assert_eq!(large.result.shares_won, 2_000);
        let shares: Vec<_> = large.tallies.iter().flat_map(|tally| tally.shares.clone()).collect();
        assert_eq!(shares.len(), 2_000);
        assert_eq!(large.tallies.last().unwrap().counts.ended(), 10_000);
        assert_eq!(large.steps.len(), 5_000);
    }
}
