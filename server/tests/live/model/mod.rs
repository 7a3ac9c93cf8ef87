//! The model store is held against a real Redis: the same commands, the same replies.
//!
//! `RACE_SEED=7` runs the one sequence of that seed.

mod compare;
mod generate;

use compare::Pair;

use crate::support::{trials, wait};

const COMMANDS: usize = 500;

#[test]
fn the_same_random_commands_get_the_same_replies_from_the_model_and_from_redis() {
    let seeds = match std::env::var("RACE_SEED") {
        Ok(seed) => seed.parse().map(|seed: u64| seed..seed + 1).expect("RACE_SEED is a number"),
        Err(_) => 0..u64::from(trials(420, 20_000)),
    };
    wait(async {
        let mut pair = Pair::new().await;
        for seed in seeds {
            let again =
                format!("RACE_SEED={seed} cargo test -p race-server --test live same_random");
            pair.hold(generate::sequence(seed, COMMANDS), &again).await;
        }
    });
}
