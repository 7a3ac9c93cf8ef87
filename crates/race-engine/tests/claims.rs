//! What a header says that its program breaks is what the checker finds, no more and no less.

use race_core::catalogue;
use race_core::program::Program;
use race_core::report::{CheckReport, Finding};
use race_core::trace::{Property, Standing, Venue};
use race_engine::check::{Bounds, Check, Faults, scenario};

mod programs;

fn checked(program: &Program, venue: Venue, symmetric: bool) -> CheckReport {
    let faults = Faults::of(program.faults.iter().map(String::as_str));
    let one = |config| {
        Check::new(program, &config, faults, Bounds::default(), symmetric)
            .expect("a program")
            .finish()
    };
    let scenarios = scenario::standard(program, venue).expect("scenarios");
    scenario::merged(scenarios.into_iter().map(one).collect()).expect("there are some")
}

fn broken(checked: &CheckReport) -> Vec<Property> {
    let broken = checked.properties.iter().filter(|(_, found)| found.status == Standing::Broken);
    broken.map(|(property, _)| *property).collect()
}

#[test]
fn every_header_says_exactly_what_the_checker_finds() {
    let mut wrong = Vec::new();
    for program in catalogue::strategies().iter().chain(programs::all()) {
        for &venue in &program.venues {
            let checked = checked(program, venue, true);
            let mut claimed = program.breaks(venue).to_vec();
            claimed.sort();
            let found = broken(&checked);
            if found != claimed {
                let shown: Vec<_> = found.iter().map(|each| each.name()).collect();
                let why = checked.failure.as_deref().unwrap_or_default();
                let ways = &checked.properties;
                let name = &program.name;
                wrong.push(format!("{name}, {venue}: {} {why}\n{ways:?}", shown.join(" ")));
            }
            assert!(checked.exhausted, "{}, {venue}: {} states", program.name, checked.states);
            assert!(checked.won_max > 0, "{}, {venue}: nobody wins", program.name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// If the checker ever calls the first safe or the second unsafe, the checker is broken.
#[test]
fn the_canaries_sing() {
    let named = |name: &str| catalogue::strategy(name).expect("a strategy");
    assert!(
        broken(&checked(named("get_set"), Venue::Client, true)).contains(&Property::NoOversell)
    );
    assert_eq!(broken(&checked(named("atomic"), Venue::Server, true)), []);
}

#[test]
fn symmetry_changes_no_verdict_and_no_length() {
    // Without symmetry a large one is not worth the wait.
    let bounds = Bounds { states_max: 100_000, ..Bounds::default() };
    let mut compared = 0;
    for program in catalogue::strategies().iter().chain(programs::all()) {
        let faults = Faults::of(program.faults.iter().map(String::as_str));
        for &venue in &program.venues {
            for config in scenario::standard(program, venue).expect("scenarios") {
                let [plain, merged] = [false, true].map(|symmetric| {
                    Check::new(program, &config, faults, bounds, symmetric)
                        .expect("a program")
                        .finish()
                });
                let told = |checked: &CheckReport| -> Vec<_> {
                    let one =
                        |(name, found): (&Property, &Finding)| (*name, found.status, found.steps);
                    checked.properties.iter().map(one).collect()
                };
                let what = format!("{}, {venue}, {}", program.name, plain.scenario);
                assert!(merged.symmetry && merged.states <= plain.states, "{what}");
                if plain.exhausted {
                    assert_eq!(told(&plain), told(&merged), "{what}");
                    compared += 1;
                    println!("{what}: {} {}", plain.states, merged.states);
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
