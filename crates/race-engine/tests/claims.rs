//! What a header says that its program breaks is what the checker finds, no more and no less.

use race_core::catalogue;
use race_core::property::{Property, Standing};
use race_core::report::{CheckReport, Finding};
use race_core::trace::Venue;
use race_engine::check::{Bounds, Check, Faults, scenario};

mod findings;
mod programs;

/// Returns the properties that a report found broken.
fn broken(report: &CheckReport) -> Vec<Property> {
    let broken = report.properties.iter().filter(|(_, found)| found.status == Standing::Broken);
    broken.map(|(property, _)| *property).collect()
}

#[test]
fn every_header_says_exactly_what_the_checker_finds() {
    let mut wrong = Vec::new();
    for program in catalogue::strategies().iter().chain(programs::all()) {
        for &venue in &program.venues {
            let checked = findings::of(program, venue);
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
fn the_checker_tells_a_broken_strategy_from_a_safe_one() {
    let of = |name: &str, venue| {
        broken(&findings::of(catalogue::strategy(name).expect("a strategy"), venue))
    };
    assert!(of("get_set", Venue::Client).contains(&Property::NoOversell));
    assert_eq!(of("atomic", Venue::Server), []);
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
                let findings = |checked: &CheckReport| -> Vec<_> {
                    let one =
                        |(name, found): (&Property, &Finding)| (*name, found.status, found.steps);
                    checked.properties.iter().map(one).collect()
                };
                let what = format!("{}, {venue}, {}", program.name, plain.scenario);
                assert!(merged.symmetry && merged.states <= plain.states, "{what}");
                if plain.exhausted {
                    assert_eq!(findings(&plain), findings(&merged), "{what}");
                    compared += 1;
                    println!("{what}: {} {}", plain.states, merged.states);
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
