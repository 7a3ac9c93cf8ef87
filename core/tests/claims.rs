//! What a header says that its program breaks is what the checker finds, no more and no less.

use race_core::catalogue;
use race_core::check::{Bounds, Check, Faults, scenario};
use race_core::program::Program;
use race_core::trace::{Property, Standing, Venue};
use race_core::wire::{Checked, Found};

mod programs;

fn checked(program: &Program, venue: Venue, symmetric: bool) -> Checked {
    let faults = Faults::of(program.faults.iter().map(String::as_str));
    let one = |config| {
        Check::new(program, &config, faults, Bounds::default(), symmetric)
            .expect("a program")
            .finish()
    };
    let scenarios = scenario::standard(program, venue).expect("scenarios");
    scenario::merged(scenarios.into_iter().map(one).collect()).expect("there are some")
}

fn broken(checked: &Checked) -> Vec<Property> {
    let broken = checked.properties.iter().filter(|(_, found)| found.status == Standing::Broken);
    broken.map(|(property, _)| *property).collect()
}

#[test]
fn every_header_says_exactly_what_the_checker_finds() {
    for program in catalogue::strategies().into_iter().chain(programs::all()) {
        for &venue in &program.venues {
            let checked = checked(&program, venue, true);
            let mut claimed = program.breaks(venue).to_vec();
            claimed.sort();
            let (name, why) = (&program.name, checked.failure.as_deref().unwrap_or_default());
            assert_eq!(
                broken(&checked),
                claimed,
                "{name}, {venue} {why}\n{:?}",
                checked.properties
            );
            assert!(checked.exhausted, "{}, {venue}: {} states", program.name, checked.states);
            assert!(checked.won_max > 0, "{}, {venue}: nobody wins", program.name);
        }
    }
}

/// If the checker ever calls the first safe or the second unsafe, the checker is broken.
#[test]
fn the_canaries_sing() {
    let named = |name: &str| catalogue::strategy(name).expect("a strategy");
    assert!(
        broken(&checked(&named("get_set"), Venue::Client, true)).contains(&Property::NoOversell)
    );
    assert_eq!(broken(&checked(&named("atomic"), Venue::Server, true)), []);
}

#[test]
fn symmetry_changes_no_verdict_and_no_length() {
    for program in catalogue::strategies().into_iter().chain(programs::all()) {
        for &venue in &program.venues {
            let [plain, merged] =
                [false, true].map(|symmetric| checked(&program, venue, symmetric));
            let told = |checked: &Checked| -> Vec<_> {
                let one = |(name, found): (&Property, &Found)| (*name, found.status, found.steps);
                checked.properties.iter().map(one).collect()
            };
            assert_eq!(told(&plain), told(&merged), "{}, {venue}", program.name);
            assert!(merged.symmetry && merged.states < plain.states, "{}", program.name);
            println!("{} {venue}: {} {}", program.name, plain.states, merged.states);
        }
    }
}
