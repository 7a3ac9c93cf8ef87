//! The model store is held against a real Redis: the same commands, the same replies.
//!
//! `RACE_SEED=7` runs only what that seed makes.

mod compare;
mod faults;
mod functions;
mod generate;
mod limits;
mod programs;
mod statements;

use std::collections::BTreeMap;
use std::ops::Range;

use compare::Pair;
use redis_model::COMMANDS;
use redis_model::Reply;

use crate::support::{trials, wait};

const LENGTH: usize = 500;

/// As many seeds as there are trials, or the one that is asked for.
fn seeds(few: u32, full: u32) -> Range<u64> {
    match std::env::var("RACE_SEED") {
        Ok(seed) => seed.parse().map(|seed: u64| seed..seed + 1).expect("RACE_SEED is a number"),
        Err(_) => 0..u64::from(trials(few, full)),
    }
}

#[test]
fn the_same_random_commands_get_the_same_replies_from_the_model_and_from_redis() {
    let seeds = seeds(420, 20_000);
    let is_whole = seeds.clone().count() > 1;
    let mut answered: BTreeMap<String, u32> = BTreeMap::new();
    wait(async {
        let mut pair = Pair::new().await;
        for seed in seeds {
            let again =
                format!("RACE_SEED={seed} cargo test -p race-server --test live same_random");
            let sequence = generate::sequence(seed, LENGTH);
            let replies = pair.hold(&sequence, &again).await;
            for (sent, reply) in sequence.iter().zip(replies) {
                let kind = match reply {
                    Reply::Error(_) => continue,
                    Reply::Status(queued) if queued == "QUEUED" => continue,
                    Reply::Nil => " nil",
                    _ => "",
                };
                let name = sent.command.name().to_ascii_lowercase();
                *answered.entry(name + kind).or_default() += 1;
            }
        }
    });
    // The test is only worth something if each command is mostly right and both ends of EXEC come.
    let names = COMMANDS.iter().map(|spec| spec.name).filter(|name| !name.contains('|'));
    for name in names.chain(["exec nil"]).filter(|_| is_whole) {
        let times = answered.get(name).copied().unwrap_or_default();
        assert!(times >= 50, "{name} got only {times} answers: {answered:?}");
    }
}
