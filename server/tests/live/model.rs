//! The model store is held against the real Redis: the same commands, the same replies.

use race_core::keys;
use race_core::store::model::Model;
use race_core::store::{Command, Reply};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::support::{link, send, shared, trials, wait};

const COMMANDS: u32 = 500;

#[test]
fn the_same_random_commands_get_the_same_replies_from_the_model_and_from_redis() {
    wait(async {
        let link = link(shared().await).await;
        for seed in 0..trials(40, 2_000) {
            let mut rng = ChaCha8Rng::seed_from_u64(u64::from(seed));
            let mut names = keys::all_keys(&format!("model-{seed}"));
            names.truncate(3);
            let commands: Vec<_> = (0..COMMANDS).map(|_| command(&mut rng, &names)).collect();
            let real = link.call_all(&commands).await.expect("answers");
            let mut model = Model::default();
            for (at, (command, real)) in commands.iter().zip(real).enumerate() {
                let words: Vec<_> = command.0.iter().map(|w| String::from_utf8_lossy(w)).collect();
                let told = sorted(model.call(command));
                assert_eq!(told, sorted(real), "seed {seed}, command {at}: {}", words.join(" "));
            }
            send(&link, &format!("UNLINK {}", names.join(" "))).await;
        }
    });
}

/// A command as a program might send it, and now and then one that is wrong.
fn command(rng: &mut impl Rng, names: &[String]) -> Command {
    const NUMBERS: &[&str] =
        &["0", "1", "-1", "7", "9223372036854775807", "-9223372036854775808", "10"];
    const TEXTS: &[&str] =
        &["abc", "10.5", "", "+5", "05", " 5", "1e3", "-0", "9223372036854775808"];
    const MEMBERS: &[&str] = &["1", "2", "3", "a"];
    let mut pick = |from: &[&str]| from[rng.random_range(0..from.len())].to_owned();
    let name = pick(&[
        "GET",
        "SET",
        "set",
        "INCR",
        "DECR",
        "INCRBY",
        "DECRBY",
        "SADD",
        "SISMEMBER",
        "SCARD",
        "SMEMBERS",
        "DEL",
        "UNLINK",
        "EXISTS",
    ]);
    let keys: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut words = vec![name.clone(), pick(&keys)];
    match name.to_uppercase().as_str() {
        "SET" if pick(&["text", "number", "number"]) == "text" => words.push(pick(TEXTS)),
        "SET" | "INCRBY" | "DECRBY" => words.push(pick(NUMBERS)),
        "SADD" | "SISMEMBER" => words.push(pick(MEMBERS)),
        "DEL" | "UNLINK" | "EXISTS" => words.push(pick(&keys)),
        _ => {}
    }
    match pick(&["well", "well", "well", "well", "well", "well", "well", "short", "text"]).as_str()
    {
        "short" if name != "SADD" => drop(words.pop()),
        "text" if name.ends_with("BY") => words[2] = pick(TEXTS),
        "text" if name == "SADD" => words.push(pick(MEMBERS)),
        _ => {}
    }
    Command::new(words)
}

/// Redis tells a set's members in an order of its own.
fn sorted(reply: Reply) -> Reply {
    match reply {
        Reply::Array(mut members) => {
            members.sort();
            Reply::Array(members)
        }
        other => other,
    }
}
