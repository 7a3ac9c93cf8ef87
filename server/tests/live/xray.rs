//! X-ray: what MONITOR lists is the order in which Redis ran a race, and each line is its grab's.

use race_core::keys;
use race_core::result::{ExecutedCommand, Status};
use race_core::trace::{Standing, Touch, Verb};
use race_server::live;
use race_server::store::monitor::Monitor;
use redis_model::Model;
use redis_model::{Command, Reply};
use rstest::rstest;

use crate::support::{Raced, connect, log, private, race, send, shared, wait};

/// Runs the seen commands again, in their order, on a store of our own: what each reply proves must
/// be what the step has proved. Texts of scripts and of transactions are not run.
fn hold_against_the_model(raced: &Raced) {
    let mut model = Model::default();
    model.call(&Command::new(["SET", "stock", &raced.result.shares.to_string()])).unwrap();
    let mut read = 0;
    for seen in raced.result.xray.iter().filter(|seen| seen.text.contains(" stock")) {
        let reply = model.call(&Command::new(seen.text.split(' '))).unwrap();
        if let (Reply::Bulk(value), false) = (reply, seen.in_script) {
            let value: i64 = String::from_utf8(value).unwrap().parse().unwrap();
            let touch = raced.steps[seen.step as usize].touch;
            assert_eq!(touch, Touch::Read(value), "{seen:?}");
            read += 1;
        }
    }
    let left = model.call(&Command::new(["GET", "stock"])).unwrap();
    let counter = raced.result.counter_final.map(|counter| counter.to_string().into_bytes());
    assert_eq!(left, counter.map_or(Reply::Nil, Reply::Bulk));
    assert!(raced.result.venue.name() == "server" || read > 0, "nobody has read");
}

fn top(raced: &Raced) -> Vec<&ExecutedCommand> {
    raced.result.xray.iter().filter(|seen| !seen.in_script).collect()
}

#[rstest]
#[case::one_connection("strategy=get_set racers=400 shares=100 concurrency=100 jitter_ms=5")]
#[case::lockstep("strategy=get_set lockstep=true")]
#[case::a_schedule("strategy=get_set shares=1 owners=0,1 schedule=0.1.0.1")]
#[case::one_each("strategy=watch_multi racers=60 shares=20 concurrency=10 attempts=100")]
#[case::eval_inside("strategy=lock_token racers=30 shares=10 concurrency=6 attempts=100")]
fn every_command_that_ran_is_seen_once_and_in_the_order_of_redis(#[case] words: &str) {
    let raced = wait(race(&format!("xray-{}", words.len()), &format!("{words} xray=true")));
    assert_eq!(raced.result.status, Status::Finished, "{:?}", raced.result.reason);
    hold_against_the_model(&raced);
    let seen = top(&raced);
    let mut steps: Vec<u32> = seen.iter().map(|seen| seen.step).collect();
    steps.sort_unstable();
    steps.dedup();
    assert_eq!(steps.len(), seen.len(), "no step is seen twice");
    let commands = raced.steps.iter().filter(|step| step.verb != Verb::None).count();
    if !words.contains("watch") {
        assert_eq!(seen.len(), commands, "every command is seen");
    }
    assert!(raced.result.xray.is_sorted_by(|a, b| a.at_us <= b.at_us));
}

#[test]
fn a_script_is_seen_with_all_that_it_ran_and_nobody_in_between() {
    let words = "strategy=atomic venue=server racers=300 shares=50 concurrency=50 xray=true";
    let raced = wait(race("xray-script", words));
    assert_eq!(top(&raced).len(), 300);
    hold_against_the_model(&raced);
    let mut script = u32::MAX;
    for seen in &raced.result.xray {
        match seen.in_script {
            true => assert_eq!(seen.step, script, "{seen:?}"),
            false => script = seen.step,
        }
    }
    let inside = |step: u32| {
        let all = raced.result.xray.iter().filter(move |seen| seen.in_script && seen.step == step);
        all.map(|seen| seen.text.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = raced.steps.iter().position(|step| step.end.unwrap().share.is_some()).unwrap();
    assert_eq!(inside(first as u32), ["GET", "SISMEMBER", "DECRBY", "SADD"]);
}

#[test]
fn a_function_is_seen_with_all_that_it_ran() {
    let raced = wait(race("xray-function", "strategy=function racers=20 shares=5 xray=true"));
    assert_eq!(top(&raced).len(), 20);
    hold_against_the_model(&raced);
}

#[test]
fn what_others_send_to_the_same_redis_is_not_shown() {
    wait(async {
        let other = connect(shared().await).await;
        let log = log("xray-others", "racers=200 shares=50 jitter_ms=100 xray=true");
        let (result, ()) = tokio::join!(live::run(shared().await, log.clone()), async {
            while log.result().status == Status::Running {
                send(&other, "SET private 1").await;
                send(&other, "EVAL return(redis.call('GET','private')) 0").await;
            }
        });
        assert_eq!(result.status, Status::Finished);
        assert!(!format!("{:?}", result.xray).contains("private"));
        assert_eq!(result.xray.len() as u64, result.commands);
    });
}

/// What others send to a Redis, in one piece.
fn foreign_commands() -> Vec<Command> {
    let words = ["SET session secret", "GET session", "HSET h f v", "EVAL return(1) 0"];
    (0..1_000).map(|at| Command::new(words[at % words.len()].split(' '))).collect()
}

#[test]
fn a_busy_neighbour_leaves_a_count_and_no_entry() {
    wait(async {
        let backends = private().await;
        let (own, other) = (connect(&backends).await, connect(&backends).await);
        let connector = backends.redis.connector();
        let monitor = Monitor::open(&connector, &own, "xray-count").await.expect("a monitor");
        let stock = keys::all_keys("xray-count").remove(0);
        for _ in 0..40 {
            other.call_all(&foreign_commands()).await.expect("answers");
            own.call(&Command::new(["GET", &stock])).await.expect("an answer");
        }
        let recording = monitor.close().await.expect("a recording");
        assert_eq!((recording.lines.len(), recording.dropped), (40, 0));
        assert!(recording.foreign >= 40_000, "{} commands of others", recording.foreign);
        assert!(!format!("{recording:?}").contains("secret"));
        backends.close().await;
    });
}

#[test]
fn the_log_of_a_race_is_right_beside_a_busy_neighbour() {
    wait(async {
        let backends = private().await;
        let other = connect(&backends).await;
        let log = log("xray-busy", "racers=200 shares=50 jitter_ms=300 xray=true");
        let (result, sent) = tokio::join!(live::run(&backends, log.clone()), async {
            let mut sent = 0;
            while log.result().status == Status::Running || sent < 20_000 {
                sent += other.call_all(&foreign_commands()).await.expect("answers").len();
            }
            sent
        });
        assert!(sent >= 20_000);
        assert_eq!(result.status, Status::Finished, "{:?}", result.reason);
        let (_, steps, tallies) = log.read(&mut live::Cursor::default(), usize::MAX);
        let raced = Raced { result, steps, tallies };
        hold_against_the_model(&raced);
        let result = &raced.result;
        assert_eq!((result.xray.len() as u64, result.xray_dropped), (result.commands, 0));
        backends.close().await;
    });
}

#[test]
fn a_redis_that_forbids_monitor_fails_the_race_with_a_reason() {
    wait(async {
        let backends = private().await;
        let admin = connect(&backends).await;
        send(&admin, "ACL SETUSER default -monitor").await;
        let log = log("xray-forbidden", "racers=20 xray=true");
        let result = live::run(&backends, log).await;
        assert_eq!(result.status, Status::Failed);
        let reason = result.reason.unwrap_or_default();
        assert!(reason.contains("MONITOR"), "{reason}");
        assert!(result.verdict.values().all(|standing| *standing != Standing::Broken));
    });
}
