//! Lockstep on the real Redis: the right values, and step for step what the model tells.

use race_core::simulate::simulate;
use race_core::trace::Step;
use race_core::wire::{RaceResult, Status};
use rstest::rstest;

use crate::support::{config, race, wait};

/// Config, then won, sold out, duplicate, missing, oversold, counter at the end.
#[rstest]
#[case::each_round_reads_the_same("shares=10 concurrency=8 racers=88", (80, 8, 0, 0, 70, Some(0)))]
#[case::two_for_one("shares=1 concurrency=2 racers=2", (2, 0, 0, 0, 1, Some(0)))]
#[case::the_counter_lies_upwards("shares=100 concurrency=500 racers=500", (500, 0, 0, 0, 400, Some(99)))]
#[case::the_same_lines_in_one_piece("venue=server", (10, 78, 0, 0, 0, Some(0)))]
#[case::atomic("strategy=atomic venue=server racers=100", (10, 90, 0, 0, 0, Some(0)))]
#[case::atomic_one_share("strategy=atomic venue=server shares=1 racers=50 concurrency=50", (1, 49, 0, 0, 0, Some(0)))]
#[case::one_racer_a_hundred_times(
    "strategy=atomic venue=server shares=100 racers=1 grabs_per_racer=100", (1, 0, 99, 0, 0, Some(99)))]
#[case::not_loaded("strategy=atomic venue=server racers=10 stock=absent", (0, 0, 0, 10, 0, None))]
#[case::atomic_from_the_app("strategy=atomic venue=client shares=10 racers=88", (16, 72, 0, 0, 6, Some(-6)))]
#[case::a_double_click_from_the_app(
    "strategy=atomic venue=client shares=2 racers=1 grabs_per_racer=2 concurrency=2", (2, 0, 0, 0, 0, Some(0)))]
#[case::no_whole_number("stock=10.5 racers=10", (0, 0, 0, 0, 0, None))]
#[case::quantities_of_two_kinds(
    "strategy=atomic venue=server shares=10 racers=6 quantities=3,2", (4, 2, 0, 0, 0, Some(0)))]
fn lockstep_gives_the_right_values_and_exactly_what_the_model_gives(
    #[case] words: &str,
    #[case] expected: (u64, u64, u64, u64, u64, Option<i64>),
) {
    let words = format!("{words} lockstep=true");
    let live = wait(race(&format!("exact-{}", words.replace([' ', '='], "-")), &words));
    let model = simulate(&config(&words));
    let seen = &live.result;
    assert_eq!(seen.status, Status::Finished, "{:?}", seen.reason);
    assert_eq!(
        (seen.won, seen.sold_out, seen.duplicate, seen.missing, seen.oversold, seen.counter_final),
        expected
    );
    assert_eq!(without_times(&live.result), without_times(&model.result));
    assert_eq!(live.steps.len(), model.steps.len());
    for (live, model) in live.steps.iter().zip(&model.steps) {
        assert_eq!(step_without_times(live), step_without_times(model));
    }
}

#[test]
fn in_lockstep_the_gap_between_two_commands_of_a_round_is_exact() {
    let words = "racers=32 concurrency=4 shares=32 lockstep=true gap_ms=3.5";
    let live = wait(race("exact-gap", words));
    let gap_us = |round: &[Step]| round[4].sent_us - round[3].replied_us;
    let mut gaps: Vec<_> = live.steps.chunks(8).map(gap_us).collect();
    gaps.sort_unstable();
    // Never shorter; a busy machine may make some longer.
    assert!((3_500..3_600).contains(&gaps[0]), "{gaps:?}");
}

fn without_times(result: &RaceResult) -> RaceResult {
    let mut plain = result.clone();
    plain.id.clear();
    plain.elapsed_ms = 0.0;
    plain.grabs_per_second = 0.0;
    plain.latency_won_us = Default::default();
    plain.latency_refused_us = Default::default();
    plain
}

fn step_without_times(step: &Step) -> Step {
    Step { sent_us: 0, replied_us: 0, ..*step }
}
