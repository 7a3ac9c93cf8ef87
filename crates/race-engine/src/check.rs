//! The checker: every order of a scenario's grabs, breadth first, on the model store. It finds the
//! shortest schedule that goes wrong, or shows that within its bounds nothing can.
//!
//! A program is a tree: what a grab does next follows from its arguments and the replies that it has
//! had. So the VM runs once for each distinct history ([`host`]), what is found out is kept as plain
//! numbers ([`graph`]), and the [`search`] walks those.

mod alone;
pub mod case;
pub mod cost;
pub mod graph;
mod hash;
mod host;
mod intern;
mod judge;
mod names;
pub mod scenario;
mod search;
mod symmetry;
pub mod tell;

#[cfg(test)]
mod tests;

use race_core::config::RaceConfig;
use race_core::program::Program;
use race_core::property::Property;
use race_core::report::{CheckReport, Finding};
use redis_lua::ProgramError;

use host::Host;
pub use search::Search;

/// Grabs of one scenario.
pub const GRABS_MAX: u32 = 12;

/// What may go wrong besides the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// A grab stops for ever between two of its commands.
    pub die: bool,
    /// A key expires.
    pub time: bool,
    /// A win is given back.
    pub refund: bool,
}

/// How far a search may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Distinct states.
    pub states_max: usize,
    /// Bytes that all that is known may take together.
    pub bytes_max: usize,
    /// Instructions of the VM, and as many for each 16 bytes of a store that is worked on: a few huge
    /// texts take as long as many states.
    pub work_max: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { states_max: 2_000_000, bytes_max: 64 << 20, work_max: 150_000_000 }
    }
}

impl Faults {
    /// The faults of these names.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Faults {
        let mut faults = Faults::default();
        for name in names {
            match name {
                "die" => faults.die = true,
                "time" => faults.time = true,
                "refund" => faults.refund = true,
                _ => {}
            }
        }
        faults
    }

    /// Their names.
    pub fn names(self) -> Vec<&'static str> {
        let all = [("die", self.die), ("time", self.time), ("refund", self.refund)];
        all.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect()
    }
}

/// A check of one scenario, as far as it has come.
pub struct Check {
    program: Program,
    config: RaceConfig,
    faults: Faults,
    bounds: Bounds,
    symmetric: bool,
    search: Search,
}

impl Check {
    /// A check at its beginning.
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

    /// Walks on from so many states; whether there are more.
    pub fn advance(&mut self, states: usize) -> bool {
        let more = self.search.advance(states);
        if self.search.unlike().is_none() {
            return more;
        }
        // They are not alike after all: from the beginning, each for itself.
        let host = Host::new(&self.program, &self.config, false).expect("it compiled before");
        self.symmetric = false;
        self.search = Search::new(host, self.faults, self.bounds, false);
        true
    }

    /// Walks to the end, or to the bounds.
    pub fn finish(&mut self) -> CheckReport {
        while self.advance(10_000) {}
        self.result()
    }

    /// What is known of the scenario in the end, for another search to walk, and where it begins.
    pub fn into_graph(self) -> (graph::Graph, Vec<u32>) {
        let begin = self.search.begin().to_vec();
        (self.search.graph, begin)
    }

    /// The search.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// What was found until now. How long that took, the caller knows.
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
