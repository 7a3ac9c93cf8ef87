//! The model's SQL database is held against real ones: the same statements, the same replies.

use race_engine::sql;
use race_server::sql::Database;
use race_server::sql::pool::{Pool, Session};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use redis_model::Reply;
use rstest::rstest;
use std::sync::Arc;

use super::generate::drawn;
use super::seeds;
use crate::postgres;
use crate::sql::On;
use crate::support::wait;

const CONNECTIONS: u32 = 3;
const LENGTH: u32 = 150;

/// Statements with places to fill; a line is drawn as often as the number before it.
const TEMPLATES: &[(u32, &str)] = &[
    (6, "read_stock r"),
    (4, "take_stock r"),
    (4, "write_stock r $n"),
    (12, "lock_stock r"),
    (4, "insert_order r $name"),
    (4, "commit"),
    (4, "rollback"),
    (1, "load_stock r $n"),
    (2, "add_stock r $n"),
    (2, "delete_order r $name"),
    (3, "read_orders r"),
    (1, "take_stock none"),
    (1, "lock_stock none"),
    (1, "write_stock none 3"),
    (1, "write_stock r x"),
    (1, "nothing r"),
    (4, "$die"),
];

fn draw(rng: &mut ChaCha8Rng) -> Vec<String> {
    let template = drawn(TEMPLATES, rng);
    let mut pick = |words: &[&str]| words[rng.random_range(0..words.len())].to_owned();
    let word = |word: &str| match word {
        "$n" => pick(&["0", "1", "2", "-1"]),
        "$name" => pick(&["7", "8"]),
        word => word.to_owned(),
    };
    template.map(word).collect()
}

/// The order of rows is an accident.
fn sorted(reply: Reply) -> Reply {
    match reply {
        Reply::Array(mut rows) => {
            rows.sort();
            Reply::Array(rows)
        }
        other => other,
    }
}

/// Runs the sequence of a seed, and returns how often a lock was refused.
async fn hold(database: &Database, pool: &Arc<Pool>, seed: u64) -> u32 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut model = sql::Database::default();
    let mut sessions: Vec<Session> = (0..CONNECTIONS).map(|_| Session::new(pool)).collect();
    let (mut sent, mut refused) = (Vec::new(), 0);
    for _ in 0..LENGTH {
        let connection = rng.random_range(0..CONNECTIONS);
        let session = &mut sessions[connection as usize];
        let words = draw(&mut rng);
        sent.push(format!("{connection} {}", words.join(" ")));
        if words[0] == "$die" {
            model.disconnect(connection);
            std::mem::replace(session, Session::new(pool))
                .break_off()
                .await
                .expect("it is noticed");
            continue;
        }
        let command = sql::command(&words[0], &words[1..]);
        let before = model.clone();
        // Where the model lacks something, a real one would wait for another's transaction. SQLite's
        // lock is the whole file's, PostgreSQL's the row's; and a race has one row.
        let elsewhere = |reply: &Reply| words == ["lock_stock", "none"] && *reply == Reply::Nil;
        let Some(expected) = model.run(connection, &command).ok().filter(|reply| !elsewhere(reply))
        else {
            model = before;
            continue;
        };
        let reply = session.call(&command).await.expect("an answer");
        refused += u32::from(words[0] == "lock_stock" && reply == Reply::Nil);
        let again = format!("RACE_SEED={seed} cargo test -p race-server --test live statements");
        assert_eq!(sorted(reply), sorted(expected), "{again}\n{}", sent.join("\n"));
    }
    for session in sessions {
        session.break_off().await.expect("it is noticed");
    }
    database.leave("r").await.expect("it leaves");
    refused
}

#[rstest]
fn the_same_random_statements_get_the_same_replies_from_the_model_and_from_a_database(
    #[values(On::Sqlite, On::Postgres)] on: On,
) {
    let seeds = seeds(20, 300);
    let is_whole = seeds.clone().count() > 1;
    wait(async {
        let own = match on {
            On::Sqlite => Database::private(),
            On::Postgres => Database::at(&postgres::shared().url()).expect("an address"),
        };
        let pool = own.pool(CONNECTIONS, true).await.expect("connections");
        let mut refused = 0;
        for seed in seeds {
            refused += hold(&own, &pool, seed).await;
        }
        assert!(refused >= 40 || !is_whole, "only {refused} locks were refused");
        own.close();
    });
}
