//! What goes wrong under a running race, and what its result then is.

use std::time::Duration;

use race_core::result::Status;
use race_core::trace::{Property, Standing};
use race_server::backends::Backends;
use race_server::live;
use redis_model::Reply;
use rstest::rstest;

use crate::support::{becomes, config, connect, log, private, race, send, shared, wait};

#[rstest]
#[case::scripts("atomic", "SCRIPT FLUSH")]
#[case::functions("function", "FUNCTION FLUSH")]
fn forgetting_all_programs_in_mid_race_costs_not_one_grab(
    #[case] strategy: &str,
    #[case] flush: &str,
) {
    wait(async {
        let backends = shared().await;
        let words = "venue=server shares=60000 racers=60000 concurrency=400";
        let log = log(&format!("faults-flush-{strategy}"), &format!("strategy={strategy} {words}"));
        let other = connect(backends).await;
        let (result, flushed) = tokio::join!(live::run(backends, log.clone()), async {
            let mut flushed = 0;
            while log.result().status == Status::Running {
                send(&other, flush).await;
                flushed += usize::from(log.result().won > 0);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            flushed
        });
        assert!(flushed >= 3, "only {flushed} flushes met the race");
        assert_eq!(
            (result.won, result.failed, result.lost),
            (60_000, 0, 0),
            "{:?}",
            result.failures
        );
        assert_eq!(result.counter_final, Some(0));
    });
}

#[rstest]
#[case::from_the_app("strategy=get_set venue=client jitter_ms=20000 racers=500")]
#[case::from_the_app_in_lockstep("strategy=get_set venue=client lockstep=true gap_ms=50")]
#[case::inside_redis("strategy=atomic venue=server racers=200000 shares=200000 concurrency=800")]
fn redis_killed_in_mid_race_fails_the_race_and_the_next_one_works(#[case] words: &str) {
    wait(async {
        let backends = private().await;
        let log = log("faults-killed", words);
        let pid = process_of(&backends).await;
        let (result, ()) = tokio::join!(live::run(&backends, log.clone()), async {
            becomes("the race runs", || async { log.result().commands > 0 }).await;
            kill("-9", &pid);
        });
        assert_eq!(result.status, Status::Failed);
        let reason = result.reason.expect("a reason");
        assert!(reason.contains("broke off"), "{reason}");
        assert!(result.won + result.lost < u64::from(config(words).grabs()));
        assert!(!result.verdict.values().any(|standing| *standing == Standing::Held));
        let next = crate::support::log("faults-next", "lockstep=true");
        let next = live::run(&backends, next).await;
        assert_eq!((next.status, next.won), (Status::Finished, 80), "{:?}", next.reason);
        backends.redis.check().await.expect("it is well again");
        backends.close().await;
    });
}

#[test]
fn grabs_in_flight_when_redis_dies_are_lost_and_nothing_else() {
    wait(async {
        let backends = private().await;
        let pid = process_of(&backends).await;
        let log = log(
            "faults-lost",
            "strategy=atomic venue=server racers=100000 shares=100000 concurrency=160",
        );
        let (result, ()) = tokio::join!(live::run(&backends, log.clone()), async {
            becomes("some have won", || async { log.result().won > 0 }).await;
            // Nobody is answered any more once it has stopped, so all that is in flight is lost.
            kill("-STOP", &pid);
            tokio::time::sleep(Duration::from_millis(300)).await;
            kill("-9", &pid);
        });
        assert_eq!((result.status, result.lost), (Status::Failed, 160), "{:?}", result.reason);
        assert_eq!(result.failed + result.sold_out, 0);
        backends.close().await;
    });
}

#[rstest]
#[case::from_the_app("strategy=get_set venue=client")]
#[case::inside_redis("strategy=atomic venue=server")]
fn a_full_memory_in_mid_race_is_a_failure_and_never_sold_out(#[case] words: &str) {
    wait(async {
        let backends = private().await;
        let other = connect(&backends).await;
        let log = log(
            "faults-full",
            &format!("{words} racers=400 shares=400 concurrency=4 jitter_ms=800"),
        );
        let (result, ()) = tokio::join!(live::run(&backends, log.clone()), async {
            becomes("some have won", || async { log.result().won > 5 }).await;
            send(&other, "CONFIG SET maxmemory 1").await;
            let error = backends.redis.check().await.expect_err("it is full").to_string();
            assert!(error.contains("out of memory"), "{error}");
        });
        assert_eq!((result.status, result.sold_out), (Status::Finished, 0));
        assert!(result.failed > 0 && result.won + result.failed == 400);
        assert!(result.failures[0].reason.contains("OOM"), "{:?}", result.failures);
        assert_eq!(result.verdict[&Property::NoFailure], Standing::Broken);
        send(&other, "CONFIG SET maxmemory 0").await;
        backends.redis.check().await.expect("there is room again");
        backends.close().await;
    });
}

#[test]
fn a_redis_busy_with_another_script_is_a_failure_and_never_sold_out() {
    wait(async {
        let backends = private().await;
        let (other, third) = (connect(&backends).await, connect(&backends).await);
        send(&other, "CONFIG SET lua-time-limit 50").await;
        let log = log(
            "faults-busy",
            "strategy=atomic venue=server racers=400 shares=400 concurrency=4 jitter_ms=1500",
        );
        let (result, (), ()) = tokio::join!(
            live::run(&backends, log.clone()),
            async {
                becomes("some have won", || async { log.result().won > 5 }).await;
                let endless = ["EVAL", "while true do end", "0"];
                let reply = other.call(&redis_model::Command::new(endless)).await;
                assert!(matches!(reply, Ok(Reply::Error(_))), "{reply:?}");
            },
            async {
                becomes("some have failed", || async { log.result().failed > 0 }).await;
                let error = backends.redis.check().await.expect_err("it is busy").to_string();
                assert!(error.contains("busy with a script"), "{error}");
                send(&third, "SCRIPT KILL").await;
            }
        );
        assert_eq!((result.status, result.sold_out), (Status::Finished, 0));
        assert!(result.failures[0].reason.contains("BUSY"), "{:?}", result.failures);
        backends.close().await;
    });
}

#[test]
fn a_script_that_fails_is_a_failed_grab_with_its_reason() {
    let result = wait(race("faults-type", "strategy=atomic venue=server racers=3 stock=nonsense"));
    assert_eq!((result.result.corrupt, result.result.failed), (3, 0));
}

#[test]
fn the_random_numbers_of_redis_are_the_same_after_every_start_and_no_program_takes_them() {
    wait(async {
        let drawn = async || {
            let backends = private().await;
            let connection = connect(&backends).await;
            let eval = ["EVAL", "return {math.random(1e9), math.random(1e9)}", "0"];
            let drawn = connection.call(&redis_model::Command::new(eval)).await.expect("an answer");
            backends.close().await;
            drawn
        };
        assert_eq!(drawn().await, drawn().await);
    });
    for program in race_core::catalogue::strategies() {
        assert!(!program.text.contains("random"), "{}", program.name);
    }
}

async fn process_of(backends: &Backends) -> String {
    let info = send(&connect(backends).await, "INFO server").await;
    let Reply::Bulk(info) = info else { panic!("{info:?}") };
    let info = String::from_utf8(info).expect("text");
    let line = info.lines().find_map(|line| line.strip_prefix("process_id:"));
    line.expect("a process id").trim().to_owned()
}

fn kill(signal: &str, pid: &str) {
    let killed = std::process::Command::new("kill").args([signal, pid]).status();
    assert!(killed.expect("kill runs").success());
}
