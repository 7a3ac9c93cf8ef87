//! Free-running races: what is exact stays exact, and what oversells does.

use race_core::result::Status;
use race_core::trace::{Property, Standing, Verb};
use rstest::rstest;

use crate::support::{race, soak, trials, wait};

#[test]
fn atomic_inside_redis_serves_exactly_ten_thousand_of_fifty_thousand() {
    for trial in 0..trials(3, 20) {
        let words = format!(
            "strategy=atomic venue=server shares=10000 racers=50000 concurrency=500 seed={trial}"
        );
        let raced = wait(race(&format!("free-exact-{trial}"), &words));
        let result = raced.result;
        assert_eq!(result.status, Status::Finished, "{:?}", result.reason);
        assert_eq!((result.won, result.sold_out), (10_000, 40_000));
        assert_eq!((result.counter_final, result.counter_min), (Some(0), Some(0)));
        assert_eq!(result.recorded, Some(10_000));
        assert!(result.verdict.values().all(|standing| *standing != Standing::Broken));
        let (won, refused) = (result.latency_won_us, result.latency_refused_us);
        assert_eq!((won.count, refused.count), (10_000, 40_000));
        let in_bars: u64 = won.buckets.iter().map(|bar| bar.count).sum();
        assert!(won.p999 <= won.max && in_bars == 10_000, "{won:?}");
        let shares: usize = raced.tallies.iter().map(|tally| tally.shares.len()).sum();
        assert_eq!((raced.steps.len(), shares), (5_000, 10_000));
    }
}

#[test]
fn get_set_from_the_app_oversells_between_101_and_500_of_500() {
    for trial in 0..trials(5, 20) {
        let words = format!("shares=100 racers=500 concurrency=500 jitter_ms=5 seed={trial}");
        let result = wait(race(&format!("free-luck-{trial}"), &words)).result;
        assert_eq!(result.status, Status::Finished, "{:?}", result.reason);
        assert!((101..=500).contains(&result.won), "seed {trial}: {} won", result.won);
        assert_eq!(result.verdict[&Property::NoOversell], Standing::Broken);
    }
}

#[rstest]
#[case::from_the_app("strategy=get_set venue=client")]
#[case::inside_redis("strategy=atomic venue=server")]
fn grabs_arrive_over_the_jitter_and_never_are_more_in_flight_than_allowed(#[case] words: &str) {
    let words = format!("{words} racers=300 shares=300 concurrency=7 jitter_ms=60");
    let raced = wait(race(&format!("free-jitter-{}", words.len()), &words));
    let sent = |step: &&race_core::trace::Step| step.sent_us;
    let first = raced.steps.iter().min_by_key(sent).unwrap().sent_us;
    let last = raced.steps.iter().max_by_key(sent).unwrap().sent_us;
    assert!(last - first > 40_000, "{first} to {last}");
    let mut ends: Vec<(u64, i32)> = Vec::new();
    for grab in 0..300 {
        let steps = raced.steps.iter().filter(|step| step.grab == grab);
        let begins = steps.clone().map(|step| step.sent_us).min().unwrap();
        ends.push((begins, 1));
        ends.push((steps.map(|step| step.replied_us).max().unwrap(), -1));
    }
    // A grab that ends makes room within the same microsecond.
    ends.sort();
    let (mut flying, mut most) = (0, 0);
    for (_, change) in ends {
        flying += change;
        most = most.max(flying);
    }
    assert!((1..=7).contains(&most), "{most} in flight");
}

#[test]
fn a_race_of_a_few_hundred_inside_redis_is_no_handful_of_blocks() {
    let raced =
        wait(race("free-blocks", "strategy=atomic venue=server racers=500 concurrency=500"));
    let mut replies: Vec<_> = raced.steps.iter().map(|step| step.replied_us).collect();
    replies.dedup();
    assert!(replies.len() >= 8, "{} instants", replies.len());
    assert!(raced.steps.iter().all(|step| step.verb == Verb::Script));
}

#[test]
fn the_gap_of_a_racer_lies_between_its_own_commands() {
    let raced = wait(race("free-gap", "racers=40 shares=40 concurrency=10 gap_ms=4"));
    let gap_us = |grab: u32| {
        let mut steps = raced.steps.iter().filter(move |step| step.grab == grab);
        let (read, write) = (steps.next().unwrap(), steps.next().unwrap());
        write.sent_us - read.replied_us
    };
    let mut gaps: Vec<_> = (0..40).map(gap_us).collect();
    gaps.sort_unstable();
    // Never shorter than drawn; a busy machine makes them longer.
    assert!(gaps[20] >= 1_000 && gaps[39] > 4_000, "{gaps:?}");
    assert!(gaps[0] * 2 < gaps[39], "{gaps:?}");
    if soak() {
        assert!(gaps[0] < 2_000 && gaps[20] < 15_000, "{gaps:?}");
    }
}

#[test]
fn a_grab_that_watches_has_a_connection_of_its_own_and_no_share_is_won_twice() {
    wait(async {
        let words = "strategy=watch_multi shares=20 racers=60 concurrency=20 attempts=200";
        let result = race("free-watch", words).await.result;
        assert_eq!((result.won, result.sold_out, result.failed), (20, 40, 0), "{result:?}");
        assert_eq!(result.counter_final, Some(0));
        let refused = race("free-watch-late", "strategy=watch_late shares=5 gap_ms=1").await.result;
        assert_eq!(refused.failed, 0, "{:?}", refused.failures);
    });
}

#[test]
fn behind_a_lock_everybody_waits_for_their_turn() {
    wait(async {
        for strategy in ["lock_forever", "lock_two_step", "lock_ttl", "lock_token", "lock_fenced"] {
            let words =
                format!("strategy={strategy} shares=5 racers=12 concurrency=4 attempts=500");
            let result = race(&format!("free-{strategy}"), &words).await.result;
            assert_eq!((result.won, result.sold_out), (5, 7), "{result:?}");
            assert_eq!((result.counter_final, result.recorded), (Some(0), Some(5)));
        }
    });
}
