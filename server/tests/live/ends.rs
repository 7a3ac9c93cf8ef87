//! How a race ends before its time, and what its result then is.

use std::time::{Duration, Instant};

use race_core::result::Status;
use race_core::trace::{Outcome, Property, Standing};
use race_server::live;
use rstest::rstest;

use crate::support::{becomes, log, shared, trials, wait};

const LONG: &str = "racers=200 shares=200 concurrency=4 jitter_ms=20000";

#[rstest]
#[case::from_the_app("strategy=get_set venue=client")]
#[case::inside_redis("strategy=atomic venue=server")]
fn a_cancelled_race_ends_soon_with_what_was_counted(#[case] words: &str) {
    wait(async {
        let log = log(&format!("ends-cancel-{}", words.len()), &format!("{LONG} {words}"));
        let backends = shared().await;
        let (result, ()) = tokio::join!(live::run(backends, log.clone()), async {
            becomes("some have won", || async { log.result().won >= 2 }).await;
            log.cancel("The trainer stopped it.");
        });
        assert_eq!(result.status, Status::Cancelled);
        assert_eq!(result.reason.as_deref(), Some("The trainer stopped it."));
        assert!(result.won >= 2 && result.won < 200);
        assert_eq!(result.counter_final, Some(200 - result.won as i64));
        assert_eq!(result.verdict[&Property::NoOversell], Standing::Held);
        log.cancel("Too late.");
        assert_eq!(log.ended().await.reason.as_deref(), Some("The trainer stopped it."));
    });
}

#[test]
fn in_lockstep_a_long_gap_does_not_hold_up_a_cancel_and_the_grabs_in_it_are_lost() {
    wait(async {
        let gap = Duration::from_secs(10);
        let log = log("ends-gap", &format!("racers=8 lockstep=true gap_ms={}", gap.as_millis()));
        let started = Instant::now();
        let (result, ()) = tokio::join!(live::run(shared().await, log.clone()), async {
            becomes("all have read", || async { log.result().commands == 8 }).await;
            log.cancel("Enough.");
        });
        assert!(started.elapsed() < gap);
        assert_eq!((result.status, result.lost, result.won), (Status::Cancelled, 8, 0));
    });
}

#[test]
fn a_race_over_its_time_fails_and_its_reason_names_the_limit() {
    wait(async {
        let log = log("ends-limit", LONG);
        let limit = Duration::from_millis(1_500);
        let result = live::run_within(shared().await, log, limit).await;
        assert_eq!(result.status, Status::Failed);
        let reason = result.reason.expect("a reason");
        assert!(reason.contains("limit of 1.5 s"), "{reason}");
        assert!(result.won > 0);
    });
}

#[test]
fn a_race_cancelled_before_it_began_begins_nothing() {
    wait(async {
        let log = log("ends-early", LONG);
        log.cancel("Never mind.");
        let result = live::run(shared().await, log).await;
        assert_eq!((result.status, result.won), (Status::Cancelled, 0));
    });
}

#[test]
fn a_viewer_sees_a_race_while_it_runs_and_each_step_once() {
    wait(async {
        let log = log("ends-viewer", "racers=600 shares=600 concurrency=6 jitter_ms=300");
        let viewer = async {
            let (mut cursor, mut seen, mut frames) = (live::Cursor::default(), Vec::new(), 0);
            loop {
                let (race, steps, _) = log.read(&mut cursor, 100);
                frames += u32::from(!steps.is_empty());
                seen.extend(steps);
                if race.status != Status::Running {
                    return (race, seen, frames);
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let (result, (last, seen, frames)) =
            tokio::join!(live::run(shared().await, log.clone()), viewer);
        assert_eq!(result, last);
        assert!(frames >= trials(2, 8), "{frames} frames with steps");
        assert_eq!(seen.len() as u64, result.commands);
        let won = |step: &&race_core::trace::Step| {
            step.end.is_some_and(|end| end.outcome == Outcome::Won)
        };
        assert_eq!(seen.iter().filter(won).count() as u64, result.won);
        assert!(seen.is_sorted_by_key(|step| step.replied_us), "steps out of order");
    });
}
