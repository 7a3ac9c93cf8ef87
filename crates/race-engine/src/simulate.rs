//! A race on the models of Redis and SQL: no server, no clock, the same trace.
//!
//! Latencies are virtual and drawn from the seed, so the same config always leads to the same race.

mod free;
mod ordered;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::grabs::{Grabs, Next};
use crate::keyspace::Holdings;
use crate::order::Order;
use crate::parse::integer;
use crate::world::World;
use race_core::RaceConfig;
use race_core::program::Program;
use race_core::result::{RaceResult, Status};
use race_core::trace::{Step, Tally};
use redis_lua::Scripts;
use redis_model::{Command, Reply};

pub use ordered::{Replayed, ReplayedAct};

/// One way between app and Redis takes from this many µs …
const TRIP_US_MIN: u64 = 40;
/// … to this many, evenly spread.
const TRIP_US_MAX: u64 = 160;

/// A simulated race: its result and its whole trace.
pub struct Simulated {
    /// Its result, in the form of a live race's.
    pub result: RaceResult,
    /// Its steps, as a live race streams them.
    pub steps: Vec<Step>,
    /// Its tallies, as a live race streams them.
    pub tallies: Vec<Tally>,
}

/// Runs a race on the models, and returns its result and its trace.
///
/// ```
/// use race_core::RaceConfig;
/// use race_core::config::field::plain;
/// use race_engine::simulate::simulate;
///
/// let fields = plain([("strategy", "get_set"), ("shares", "1"), ("lockstep", "true")]);
/// let config = RaceConfig::from_fields(&fields).expect("a config");
/// // Read, then write: in lockstep everybody reads before anybody writes.
/// assert!(simulate(&config).result.oversold > 0);
/// ```
pub fn simulate(config: &RaceConfig) -> Simulated {
    simulate_program(config, config.program())
}

/// Returns the same for a program that need not be in the catalogue.
pub fn simulate_program(config: &RaceConfig, program: &Program) -> Simulated {
    let mut simulation = Simulation::new(config, program);
    match Order::of(config) {
        Some(order) => simulation.ordered(order),
        None => simulation.free(),
    }
    simulation.finish()
}

/// Replays a config's schedule on the models, act by act.
pub fn replay(config: &RaceConfig, program: &Program) -> Replayed {
    let mut simulation = Simulation::new(config, program);
    simulation.acts = Some(Vec::new());
    simulation.ordered(Order::replay(config));
    let acts = simulation.acts.take().unwrap_or_default();
    Replayed { race: simulation.finish(), acts }
}

struct Simulation<'a> {
    config: &'a RaceConfig,
    grabs: Grabs,
    world: World,
    scripts: Scripts,
    rng: ChaCha8Rng,
    now_us: u64,
    /// What each task of an order came to, where that is asked for.
    acts: Option<Vec<ReplayedAct>>,
}

impl<'a> Simulation<'a> {
    fn new(config: &'a RaceConfig, program: &Program) -> Simulation<'a> {
        let grabs = Grabs::with_program("model", config, program);
        let (mut world, mut scripts) = (World::default(), Scripts::new());
        for command in grabs.keyspace().load() {
            let reply = world.run_for(0, &command, &mut scripts);
            reply.expect("the models have what a race begins with");
        }
        let rng = ChaCha8Rng::seed_from_u64(config.seed);
        Simulation { config, grabs, world, rng, now_us: 0, acts: None, scripts }
    }

    fn trip_us(&mut self) -> u64 {
        self.rng.random_range(TRIP_US_MIN..=TRIP_US_MAX)
    }

    fn answer(&mut self, grab: u32, next: &Next) -> Reply {
        let script;
        let command = match next {
            Next::Command(command) => command,
            Next::Script(argv) => {
                script = self.grabs.keyspace().script(argv);
                &script
            }
            Next::Ended(_) => unreachable!("a grab that has ended sends nothing"),
        };
        let answer = self.world.run_for(grab, command, &mut self.scripts);
        answer.unwrap_or_else(|gap| gap.reply())
    }

    fn finish(mut self) -> Simulated {
        self.grabs.finish(self.now_us);
        let racer = |name: &[u8]| integer(name).and_then(|racer| racer.try_into().ok());
        let world = &mut self.world;
        let answer = |command: &Command| world.call(command).unwrap_or_else(|gap| gap.reply());
        let Holdings { counter, recorded } = self.grabs.keyspace().read(racer, answer);
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
        let raced = run("strategy=watch_multi shares=2 racers=2 concurrency=2 lockstep=true");
        let wins =
            raced.steps.iter().filter(|step| step.end.is_some_and(|end| end.share.is_some()));
        let touches: Vec<_> = wins.map(|step| step.touch).collect();
        assert_eq!(touches, [Touch::Wrote(1), Touch::Wrote(0)]);
    }

    #[test]
    fn a_free_race_overlaps_and_the_same_seed_repeats_it() {
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
    fn a_grab_that_finds_the_lock_taken_waits_in_virtual_time_and_in_lockstep_not_at_all() {
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
