//! The checker: every order of a scenario's grabs, breadth first, on the models. It finds the
//! shortest schedule that goes wrong, or shows that within its bounds nothing can.
//!
//! A program is a tree: what a grab does next follows from its arguments and the replies that it has
//! had. So the VM runs once for each distinct history (`host`), what is found out is kept as plain
//! numbers ([`graph`]), and the search (`search`) walks those.
//!
//! Reading order: [`scenario`] (what is checked), [`graph`], `host`, `search` and its `states`, `judge`
//! (what is wrong with a state), `names` and `symmetry` (alike racers), then [`case`] and [`explain`] (a
//! finding for people) and [`cost`].

mod bounds;
pub mod case;
pub mod cost;
pub mod explain;
mod faults;
pub mod graph;
mod hash;
mod host;
mod intern;
mod judge;
mod names;
pub mod scenario;
mod search;
mod states;
mod symmetry;

#[cfg(test)]
mod tests;

use race_core::config::RaceConfig;
use race_core::program::Program;
use race_core::property::Property;
use race_core::report::{CheckReport, Finding};
use redis_lua::ProgramError;

pub use bounds::Bounds;
pub use faults::Faults;
use host::Host;
pub use search::Search;

/// Grabs of one scenario.
pub const GRABS_MAX: u32 = 12;
/// States that are walked between two looks at the bounds.
const STRIDE: usize = 10_000;

/// A check of one scenario, as far as it has come.
///
/// ```
/// use race_core::catalogue;
/// use race_core::property::{Property, Standing};
/// use race_core::trace::Venue;
/// use race_engine::check::{Bounds, Check, Faults, scenario};
///
/// let program = catalogue::strategy("get_set").expect("a strategy");
/// let scenario = scenario::standard(&program, Venue::Client).expect("scenarios").remove(0);
/// let check = Check::new(&program, &scenario, Faults::default(), Bounds::default(), true);
/// let report = check.expect("it compiles").finish();
/// let found = &report.properties[&Property::NoOversell];
/// assert_eq!(found.status, Standing::Broken);
/// assert_eq!(found.schedule.as_deref(), Some("0.1.0.1"));
/// ```
pub struct Check {
    program: Program,
    config: RaceConfig,
    faults: Faults,
    bounds: Bounds,
    symmetric: bool,
    search: Search,
}

impl Check {
    /// Returns a check at its beginning; `symmetric` merges states that differ only in alike racers.
    ///
    /// # Errors
    /// Where the program does not compile.
    pub fn new(
        program: &Program,
        config: &RaceConfig,
        faults: Faults,
        bounds: Bounds,
        symmetric: bool,
    ) -> Result<Check, ProgramError> {
        let host = Host::new(program, config, symmetric)?;
        Ok(Check {
            search: Search::new(host, faults, bounds, symmetric),
            program: program.clone(),
            config: config.clone(),
            faults,
            bounds,
            symmetric,
        })
    }

    /// Walks on from this many states, and returns true if there are more.
    pub fn advance(&mut self, states: usize) -> bool {
        let more = self.search.advance(states);
        if self.search.unlike().is_none() {
            return more;
        }
        // The racers are not alike after all: from the beginning, without symmetry.
        let host = Host::new(&self.program, &self.config, false).expect("it compiled before");
        self.symmetric = false;
        self.search = Search::new(host, self.faults, self.bounds, false);
        true
    }

    /// Walks to the end, or to the bounds, and returns what was found.
    pub fn finish(&mut self) -> CheckReport {
        while self.advance(STRIDE) {}
        self.result()
    }

    /// Returns what is known of the scenario, for another search to walk, and the state where it begins.
    pub fn into_graph(self) -> (graph::Graph, Vec<u32>) {
        let begin = self.search.begin().to_vec();
        (self.search.graph, begin)
    }

    /// Returns the search.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Returns what was found until now; its time is 0, as only the caller knows it.
    pub fn result(&self) -> CheckReport {
        let found = |&property: &Property| {
            let (status, schedule) = self.search.standing(property);
            let steps = schedule.as_ref().map(|schedule| schedule.len() as u32);
            let schedule = schedule.map(|schedule| schedule.to_string());
            (property, Finding { status, schedule, steps, scenario: None })
        };
        CheckReport {
            strategy: self.program.name.clone(),
            venue: self.config.venue,
            scenario: scenario::name(&self.config),
            faults: self.faults.names().into_iter().map(str::to_owned).collect(),
            exhausted: self.search.is_exhausted(),
            states: self.search.states() as u64,
            transitions: self.search.transitions(),
            symmetry: self.symmetric,
            won_max: self.search.won_max(),
            failure: self.search.failure().map(str::to_owned),
            stopped: self.search.stopped(),
            properties: Property::ALL.iter().map(found).collect(),
            elapsed_ms: 0.0,
            scenarios: Vec::new(),
        }
    }
}
