//! Lockstep on the real Redis: the right values, and step for step what the model gives.

use race_core::result::{RaceResult, Status};
use race_core::trace::Step;
use race_engine::simulate::simulate;

use crate::support::{config, race, soak, wait};
use crate::values;

#[test]
fn lockstep_gives_the_right_values_and_exactly_what_the_model_gives() {
    for (words, expected) in values::ROWS {
        let words = format!("{words} lockstep=true");
        let live = wait(race(&format!("exact-{}", words.replace([' ', '='], "-")), &words));
        let model = simulate(&config(&words));
        let seen = &live.result;
        assert_eq!(seen.status, Status::Finished, "{words}: {:?}", seen.reason);
        assert_eq!(values::shown(seen, expected), *expected, "{words}");
        assert_eq!(without_times(&live.result), without_times(&model.result), "{words}");
        assert_eq!(live.steps.len(), model.steps.len(), "{words}");
        for (live, model) in live.steps.iter().zip(&model.steps) {
            assert_eq!(step_without_times(live), step_without_times(model), "{words}");
        }
    }
}

#[test]
fn in_lockstep_the_gap_between_two_commands_of_a_round_is_exact() {
    let words = "racers=32 concurrency=4 shares=32 lockstep=true gap_ms=3.5";
    let live = wait(race("exact-gap", words));
    let gap_us = |round: &[Step]| round[4].sent_us - round[3].replied_us;
    let mut gaps: Vec<_> = live.steps.chunks(8).map(gap_us).collect();
    gaps.sort_unstable();
    // Never shorter; a busy machine makes all of them longer, one that does nothing else only a few.
    let late_max = if soak() { 100 } else { 3_500 };
    assert!((3_500..3_500 + late_max).contains(&gaps[0]), "{gaps:?}");
}

pub fn without_times(result: &RaceResult) -> RaceResult {
    let mut plain = result.clone();
    plain.id.clear();
    plain.elapsed_ms = 0.0;
    plain.grabs_per_second = 0.0;
    plain.latency_won_us = Default::default();
    plain.latency_refused_us = Default::default();
    plain
}

pub fn step_without_times(step: &Step) -> Step {
    Step { sent_us: 0, replied_us: 0, ..*step }
}
