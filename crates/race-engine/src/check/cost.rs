//! What a grab costs in round trips, measured by running it where nobody disturbs it.

use super::scenario;
use crate::simulate::simulate_program;
use race_core::config::FieldError;
use race_core::program::Program;
use race_core::report::Cost;
use race_core::trace::{Outcome, Venue};

/// As many that one of them finds the key that the share is in.
const RACERS: u32 = 8;

/// Returns the round trips of the racer that wins the one share, and of the first that is refused, where a few
/// grab one after the other. (Where the stock is spread over several keys, a refusal may come first.)
///
/// # Errors
/// Where the program refuses a field that the measurement needs.
pub fn cost(program: &Program, venue: Venue) -> Result<Cost, FieldError> {
    let fields = [
        ("venue", venue.to_string()),
        ("racers", RACERS.to_string()),
        ("shares", "1".to_owned()),
        ("concurrency", "1".to_owned()),
        ("lockstep", "true".to_owned()),
    ];
    let raced = simulate_program(&scenario::of_fields(program, &fields)?, program);
    let of = |grab: u32| {
        let own = raced.steps.iter().filter(|step| step.grab == grab);
        let outcome = own.clone().find_map(|step| step.end).map(|end| end.outcome);
        (own.count() as u32, outcome)
    };
    let ended = || (0..RACERS).filter_map(|grab| Some((of(grab).0, of(grab).1?)));
    Ok(Cost {
        won: ended().find(|(_, outcome)| *outcome == Outcome::Won).map(|(trips, _)| trips),
        refused: ended().find(|(_, outcome)| *outcome != Outcome::Won),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::catalogue;

    #[test]
    fn the_same_lines_cost_two_trips_one_by_one_and_one_as_a_script() {
        let program = catalogue::strategy("get_set").unwrap();
        let of = |venue| cost(program, venue).unwrap();
        let refused = |trips| Some((trips, Outcome::SoldOut));
        assert_eq!(of(Venue::Client), Cost { won: Some(2), refused: refused(1) });
        assert_eq!(of(Venue::Server), Cost { won: Some(1), refused: refused(1) });
    }

    #[test]
    fn every_strategy_wins_undisturbed_and_refuses_a_racer_that_comes_too_late() {
        for program in catalogue::strategies() {
            for &venue in &program.venues {
                let cost = cost(program, venue).unwrap();
                assert!(cost.won.is_some(), "{}, {venue}: {cost:?}", program.name);
                assert!(cost.refused.is_some(), "{}, {venue}: {cost:?}", program.name);
            }
        }
    }
}
