//! One property of one program in one venue, over the standard scenarios: what the checker finds, and an
//! order that shows it.

use super::explain::{explain, side_by_side};
use super::{Bounds, Check, Faults, scenario};
use race_core::program::Program;
use race_core::report::{Case, ScenarioReport};
use race_core::schedule::Schedule;
use race_core::trace::{Property, Standing, Venue};

/// States between two calls of `walked`.
const REPORT_EVERY: usize = 5_000;
/// Turns within which a passing run has ended.
const TURNS_MAX: u32 = 200;

/// Walks every order and returns what was found; `walked` is called with the number of states so far.
///
/// # Errors
/// Where the program does not compile, or a scenario is refused; the error is for people.
pub fn case(
    program: &Program,
    venue: Venue,
    property: Property,
    walked: &mut dyn FnMut(u64),
) -> Result<Case, String> {
    let faults = Faults::of(program.faults.iter().map(String::as_str));
    let scenarios = scenario::standard(program, venue).map_err(|error| error.to_string())?;
    let mut bounds = Bounds::default();
    let mut all = Vec::new();
    let mut states = 0;
    for config in &scenarios {
        let check = Check::new(program, config, faults, bounds, true);
        let mut check = check.map_err(|error| error.to_string())?;
        while check.advance(REPORT_EVERY) {
            walked(states + check.search().states() as u64);
        }
        bounds.work_max -= check.search().work().min(bounds.work_max);
        states += check.search().states() as u64;
        walked(states);
        all.push(check.result());
    }
    let each = |one: &race_core::report::CheckReport| ScenarioReport {
        scenario: one.scenario.clone(),
        states: one.states,
        won_max: one.won_max,
        standing: one.properties[&property].status,
    };
    let scenarios_walked: Vec<ScenarioReport> = all.iter().map(each).collect();
    let checked = scenario::merged(all).ok_or("there is no scenario")?;
    let found = &checked.properties[&property];
    let counterexample = match (&found.schedule, found.status) {
        (Some(schedule), _) => {
            let schedule: Schedule = schedule.parse().map_err(|_| "the schedule cannot be read")?;
            let named = |config: &&race_core::config::RaceConfig| {
                found.scenario.as_ref() == Some(&scenario::name(config))
            };
            let config = scenarios.iter().find(named).ok_or("the scenario is gone")?;
            Some(explain(config, program, &schedule))
        }
        (None, Standing::Held | Standing::NotJudged) => {
            scenarios.first().map(|config| side_by_side(config, program, TURNS_MAX))
        }
        (None, _) => None,
    };
    Ok(Case {
        standing: found.status,
        scenario: found.scenario.clone(),
        scenarios: scenarios_walked,
        faults: checked.faults.clone(),
        states: checked.states,
        transitions: checked.transitions,
        symmetry: checked.symmetry,
        won_max: checked.won_max,
        stopped: checked.stopped.clone(),
        counterexample,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::catalogue;

    fn of(name: &str, venue: Venue, property: Property) -> Case {
        let program = catalogue::strategy(name).unwrap();
        case(program, venue, property, &mut |_| {}).unwrap()
    }

    #[test]
    fn a_broken_property_comes_with_the_shortest_order_and_its_scenario() {
        let case = of("get_set", Venue::Client, Property::NoOversell);
        assert_eq!((case.standing, case.scenario.as_deref()), (Standing::Broken, Some("(0,1;1)")));
        let counterexample = case.counterexample.unwrap();
        assert_eq!(
            (counterexample.rows.len(), counterexample.config.schedule.to_string().as_str()),
            (4, "0.1.0.1")
        );
        assert_eq!(case.scenarios.len(), scenario::STANDARD.len());
        assert_eq!(case.states, case.scenarios.iter().map(|each| each.states).sum::<u64>());
    }

    #[test]
    fn a_property_that_holds_comes_with_a_run_in_which_somebody_wins() {
        let case = of("atomic", Venue::Server, Property::NoOversell);
        assert_eq!((case.standing, case.scenario, case.stopped), (Standing::Held, None, None));
        assert!(case.won_max > 0 && case.counterexample.unwrap().result.won > 0);
    }

    #[test]
    fn how_far_it_is_only_grows() {
        let program = catalogue::strategy("atomic").unwrap();
        let mut states = Vec::new();
        let case = case(program, Venue::Client, Property::Conserved, &mut |so_far| {
            states.push(so_far);
        });
        assert!(states.is_sorted());
        assert_eq!(states.last(), Some(&case.unwrap().states));
    }
}
