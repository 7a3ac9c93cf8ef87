//! What random commands cannot show: the table of commands, real time, connections that go, and
//! what the model names as lacking.

use std::time::Duration;

use redis_model::{COMMANDS, LACKING, Model};
use redis_model::{Command, NoScripts, Reply};

use crate::support::{connect, private, send, shared, wait};

fn words(reply: &Reply) -> String {
    match reply {
        Reply::Bulk(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Reply::Status(text) => text.clone(),
        other => panic!("no text: {other:?}"),
    }
}

fn items(reply: &Reply) -> &[Reply] {
    match reply {
        Reply::Array(items) => items,
        other => panic!("no array: {other:?}"),
    }
}

#[test]
fn the_table_of_commands_is_the_one_of_redis() {
    wait(async {
        let connection = connect(shared().await).await;
        for spec in COMMANDS {
            let reply = send(&connection, &format!("COMMAND INFO {}", spec.name)).await;
            let [name, arity, flags, first, last, step, ..] = items(&items(&reply)[0]) else {
                panic!("{}: {reply:?}", spec.name);
            };
            let flags: Vec<String> = items(flags).iter().map(words).collect();
            let has = |flag: &str| flags.iter().any(|one| one == flag);
            let number = |number: usize| Reply::Int(number as i64);
            assert_eq!(words(name), spec.name);
            assert_eq!(*arity, Reply::Int(i64::from(spec.arity)), "{}", spec.name);
            assert_eq!(*first, number(spec.keys.first), "{}", spec.name);
            assert_eq!(*last, Reply::Int(spec.keys.last as i64), "{}", spec.name);
            assert_eq!(*step, number(spec.keys.step), "{}", spec.name);
            assert_eq!(has("write"), spec.writes, "{}", spec.name);
            // The name alone is nothing: each of its subcommands is forbidden.
            let is_alone = ["script", "function"].contains(&spec.name);
            assert!(has("noscript") != spec.is_allowed_from_scripts() || is_alone);
        }
    });
}

#[test]
fn every_command_of_redis_is_in_the_model_or_among_those_that_it_lacks_by_name() {
    wait(async {
        let connection = connect(shared().await).await;
        let reply = send(&connection, "COMMAND LIST").await;
        let all = items(&reply).iter().map(words);
        let is_listed = |name: &String| {
            !name.contains('|') || name.starts_with("script|") || name.starts_with("function|")
        };
        let mut all: Vec<String> = all.filter(is_listed).collect();
        all.sort();
        let mut ours: Vec<&str> = COMMANDS.iter().map(|spec| spec.name).collect();
        ours.extend(LACKING);
        ours.sort_unstable();
        assert_eq!(ours, all);
    });
}

#[test]
fn an_unknown_command_is_repeated_cut_where_redis_cuts_it() {
    wait(async {
        let connection = connect(shared().await).await;
        let long = |length| "x".repeat(length);
        let rows: Vec<Vec<String>> = vec![
            vec!["nope".into(), "a".into(), long(200), "b".into()],
            vec!["nope".into(), long(124), "bcd".into(), "c".into()],
            vec!["nope".into(), long(126), "b".into()],
            vec!["nope".into(), "two\r\nlines".into(), "nul\0l".into()],
            vec![long(200), "a".into()],
            vec![String::new()],
            vec!["script".into(), long(200)],
            vec!["SCRIPT".into(), String::new()],
            vec!["script|load".into(), "a".into()],
        ];
        for words in rows {
            let command = Command::new(&words);
            let real = connection.call(&command).await.expect("an answer");
            assert_eq!(Model::default().call(&command), Ok(real), "{words:?}");
        }
    });
}

#[test]
fn keys_end_in_the_model_as_they_do_when_real_time_passes() {
    wait(async {
        let backends = private().await;
        let (one, other) = (connect(&backends).await, connect(&backends).await);
        let mut model = Model::default();
        let before: &[(u32, &str)] = &[
            (0, "SET a 1 PX 150"),
            (0, "RPUSH b 1 2"),
            (0, "PEXPIRE b 150"),
            (0, "SET c 1 PX 150"),
            (0, "PERSIST c"),
            (0, "SET d 1 PX 100000"),
            (0, "SET e 1 EXAT 1"),
            (1, "WATCH a"),
        ];
        let after: &[(u32, &str)] = &[
            (1, "MULTI"),
            (1, "SET a 2"),
            (1, "EXEC"),
            (0, "EXISTS a b c d e"),
            (0, "TTL a"),
            (0, "TTL c"),
            (0, "INCR a"),
            (0, "SADD b x"),
            (0, "SET f 1 PX 150"),
            (0, "SET f 2 KEEPTTL"),
            (0, "RENAME f g"),
        ];
        let at_last: &[(u32, &str)] = &[(0, "GET g"), (0, "GET a"), (0, "TYPE b"), (0, "DBSIZE")];
        send(&one, "FLUSHALL").await;
        for commands in [before, after, at_last] {
            for (connection, words) in commands {
                let real = send(if *connection == 0 { &one } else { &other }, words).await;
                let command = Command::new(words.split(' '));
                let modelled = model.run(*connection, &command, &mut NoScripts);
                assert_eq!(modelled, Ok(real), "{words}");
            }
            tokio::time::sleep(Duration::from_millis(400)).await;
            model.advance(400);
        }
        assert_eq!(model.next_expiry_ms(), Some(100_000 - 1_200));
    });
}

#[test]
fn a_transaction_is_gone_with_its_connection() {
    wait(async {
        let backends = private().await;
        let (one, other) = (connect(&backends).await, connect(&backends).await);
        let mut model = Model::default();
        for words in ["WATCH gone", "MULTI", "SET gone 1"] {
            let modelled = model.run(1, &Command::new(words.split(' ')), &mut NoScripts);
            assert_eq!(modelled, Ok(send(&other, words).await), "{words}");
        }
        drop(other);
        model.disconnect(1);
        let next = connect(&backends).await;
        assert_eq!(
            model.run(1, &Command::new(["EXEC"]), &mut NoScripts),
            Ok(send(&next, "EXEC").await)
        );
        let there = model.call(&Command::new(["EXISTS", "gone"]));
        assert_eq!(there, Ok(send(&one, "EXISTS gone").await));
    });
}

#[test]
fn where_the_model_stops_short_of_redis_it_says_what_it_lacks_and_changes_nothing() {
    let mut model = Model::default();
    for words in [
        "SPOP k",
        "XADD s MAXLEN ~ 5 * a b",
        "SELECT 3",
        "SETRANGE k 100000000 x",
        "INCRBYFLOAT k 0.1",
        "SCRIPT KILL",
    ] {
        let answer = model.call(&Command::new(words.split(' ')));
        assert!(answer.is_err(), "{words}: {answer:?}");
    }
    assert_eq!(model, Model::default());
}
