//! The catalogue's programs, each in one piece, on the model and on a real Redis.

use race_core::catalogue;
use race_core::program::{KeyKind, Program};
use race_core::trace::Venue;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use redis_model::Command;

use super::compare::{Pair, Sent};
use super::seeds;
use crate::support::wait;

#[test]
fn the_catalogues_programs_do_the_same_in_the_model_and_in_redis() {
    let programs = catalogue::strategies();
    let in_one_piece: Vec<_> =
        programs.iter().filter(|program| program.venues.contains(&Venue::Server)).collect();
    wait(async {
        let mut pair = Pair::new().await;
        for seed in seeds(300, 10_000) {
            let again = format!(
                "RACE_SEED={seed} cargo test -p race-server --test live catalogues_programs"
            );
            for program in &in_one_piece {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                pair.hold(&race(program, &mut rng), &again).await;
            }
        }
    });
}

/// Keys with something in them, a few grabs, and a look at what is left.
fn race(program: &Program, rng: &mut ChaCha8Rng) -> Vec<Sent> {
    let key = |at: usize| format!("key-{at}");
    let mut commands = Vec::new();
    for (at, kind) in program.keys.iter().enumerate() {
        if rng.random_range(0..8) > 0 {
            commands.extend(loaded(*kind, &key(at), rng));
        }
    }
    let (call, what) = match program.library() {
        Some(library) => {
            commands.push(race_engine::program::load_library(&library));
            ("FCALL", library.name)
        }
        None => ("EVAL", program.text.clone()),
    };
    for _ in 0..rng.random_range(1..8) {
        let count = program.keys.len().to_string();
        let mut words = vec![call.to_owned(), what.clone(), count];
        words.extend((0..program.keys.len()).map(key));
        words.extend(program.argv.iter().map(|name| argument(name, rng)));
        commands.push(Command::new(words));
    }
    for at in 0..program.keys.len() {
        for look in ["TYPE", "GET", "SMEMBERS", "HGETALL", "PTTL"] {
            commands.push(Command::new([look, &key(at)]));
        }
        commands.push(Command::new(["LRANGE", &key(at), "0", "-1"]));
        commands.push(Command::new(["XRANGE", &key(at), "-", "+"]));
    }
    commands.into_iter().map(|command| Sent { connection: 0, command }).collect()
}

fn loaded(kind: KeyKind, key: &str, rng: &mut ChaCha8Rng) -> Option<Command> {
    let mut pick = |words: &[&str]| words[rng.random_range(0..words.len())].to_owned();
    let stock =
        ["0", "1", "2", "3", "10", "-1", "abc", "10.5", "0x10", "1e3", "", "9007199254740993"];
    let words = match kind {
        KeyKind::StockString => format!("SET {key} {}", pick(&stock)),
        KeyKind::UsersSet => format!("SADD {key} {}", pick(&["0", "1", "2", "7"])),
        KeyKind::UsersHash => format!("HSET {key} {} 1", pick(&["0", "1", "2", "7"])),
        KeyKind::StockHash => format!("HSET {key} total {} locked 0", pick(&stock)),
        KeyKind::PoolList => format!("RPUSH {key} 3 2 1"),
        KeyKind::Lock => format!("SET {key} token PX 100000"),
        KeyKind::Fence => format!("SET {key} {}", pick(&["1", "2"])),
        KeyKind::StockShards | KeyKind::StockSql | KeyKind::OrdersSql | KeyKind::OrdersStream => {
            return None;
        }
    };
    Some(Command::new(words.split(' ')))
}

fn argument(name: &str, rng: &mut ChaCha8Rng) -> String {
    let words: &[&str] = match name {
        "racer" => &["0", "1", "2", "3"],
        "quantity" => &["1", "1", "2", "3", "0", "-100", "", "x", "1.5"],
        _ => &["1", "2", "100"],
    };
    words[rng.random_range(0..words.len())].to_owned()
}
