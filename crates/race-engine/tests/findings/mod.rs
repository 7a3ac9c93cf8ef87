//! What the checker finds out about a program over the standard scenarios, with the faults of its header.

use race_core::program::Program;
use race_core::report::CheckReport;
use race_core::trace::Venue;
use race_engine::check::{Bounds, Check, Faults, scenario};

/// Returns the findings of all standard scenarios as one; alike racers are merged.
pub fn of(program: &Program, venue: Venue) -> CheckReport {
    let faults = Faults::of(program.faults.iter().map(String::as_str));
    let one = |config| {
        Check::new(program, &config, faults, Bounds::default(), true).expect("a program").finish()
    };
    let scenarios = scenario::standard(program, venue).expect("scenarios");
    scenario::merged(scenarios.into_iter().map(one).collect()).expect("there are some")
}
