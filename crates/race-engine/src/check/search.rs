//! Every schedule of a scenario, breadth first: the first way in which something goes wrong is a
//! shortest one.
//!
//! States are walked on from in the order in which they were found.

use std::collections::BTreeMap;

use super::graph::{Graph, Readiness, State};
use super::host::Host;
use super::judge::Judge;
use super::states::{Move, States};
use super::symmetry::Symmetry;
use super::{Bounds, Faults};
use race_core::property::{Property, Standing};
use race_core::schedule::{Act, Schedule};

/// A search, as far as it has come.
pub struct Search {
    /// What is known of the scenario.
    pub graph: Graph,
    host: Host,
    faults: Faults,
    bounds: Bounds,
    symmetry: Option<Symmetry>,
    judge: Judge,
    states: States,
    /// The next state to walk on from.
    next: usize,
    transitions: u64,
    /// For each broken property, the first state that shows it.
    broken: BTreeMap<Property, u32>,
    /// Turns after which the first grab, without others, had to be stopped: there is nothing to walk.
    runaway: Option<usize>,
    from: Vec<u32>,
    to: Vec<u32>,
}

impl Search {
    /// Returns a search at its beginning.
    pub fn new(mut host: Host, faults: Faults, bounds: Bounds, symmetric: bool) -> Search {
        let mut graph = Graph::default();
        let begin = host.begin(&mut graph);
        let judge = Judge::new(&host);
        let runaway = host.runs_away(graph.stored(begin[0]));
        let symmetry = symmetric.then(|| Symmetry::new(&host.config, host.program.takes("home")));
        let mut search = Search {
            graph,
            host,
            faults,
            bounds,
            symmetry,
            judge,
            states: States::new(&begin),
            next: 0,
            transitions: 0,
            broken: BTreeMap::new(),
            runaway,
            from: begin.clone(),
            to: begin,
        };
        search.judge_store(0);
        search
    }

    /// Walks on from this many states, and returns true if there are more.
    pub fn advance(&mut self, states: usize) -> bool {
        for _ in 0..states {
            if self.host.unlike.is_some() || self.is_exhausted() || self.stopped().is_some() {
                return false;
            }
            self.walk();
        }
        true
    }

    /// Returns the state before anything has happened.
    pub fn begin(&self) -> &State {
        self.states.get(0)
    }

    /// Returns true if every state was walked on from.
    pub fn is_exhausted(&self) -> bool {
        self.next == self.states.len() && self.host.gap.is_none()
    }

    /// Returns true if it was stopped by what the program is like, so that a larger scenario would be, too.
    pub fn is_hopeless(&self) -> bool {
        self.stopped().is_some() && self.states.len() < self.bounds.states_max
    }

    /// Returns how much work it was, in instructions of the VM.
    pub fn work(&self) -> u64 {
        self.host.used() + self.graph.work() / 16
    }

    /// Returns why alike grabs turned out not to be alike, so that the search is void.
    pub fn unlike(&self) -> Option<&'static str> {
        self.host.unlike
    }

    /// Returns the reason of a failure, if a grab failed.
    pub fn failure(&self) -> Option<&str> {
        self.host.failure.as_deref()
    }

    /// Returns the number of distinct states found.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// Returns the number of acts tried.
    pub fn transitions(&self) -> u64 {
        self.transitions
    }

    /// Returns the most grabs that won in one end state.
    pub fn won_max(&self) -> u64 {
        self.judge.won_max()
    }

    /// Returns how a property stands, and the shortest schedule that breaks it.
    pub fn standing(&self, property: Property) -> (Standing, Option<Schedule>) {
        if let (Some(turns), Property::NoFailure) = (self.runaway, property) {
            return (Standing::Broken, Some(Schedule(vec![Act::Turn(0); turns])));
        }
        // A grab that failed for want of something in the model has not failed.
        let is_ours = property == Property::NoFailure && self.host.gap.is_some();
        if let Some(state) = self.broken.get(&property).filter(|_| !is_ours) {
            return (Standing::Broken, Some(self.schedule(*state)));
        }
        let standing = match self.judge.has_judged(property) {
            _ if !self.is_exhausted() => Standing::NotExhausted,
            true => Standing::Held,
            false => Standing::NotJudged,
        };
        (standing, None)
    }

    /// Returns why the search went no further, if not because it was through.
    pub fn stopped(&self) -> Option<String> {
        let bounds = &self.bounds;
        if self.runaway.is_some() {
            return self.failure().map(str::to_owned);
        }
        if self.host.gap.is_some() {
            return self.host.gap.as_ref().map(ToString::to_string);
        }
        if self.is_exhausted() {
            return None;
        }
        if self.states.len() >= bounds.states_max {
            return Some(format!(
                "there are more than {} states (--max-states)",
                bounds.states_max
            ));
        }
        if self.graph.bytes() >= bounds.bytes_max {
            return Some(format!("its stores take more than {} MiB", bounds.bytes_max >> 20));
        }
        (self.work() >= bounds.work_max)
            .then(|| "its scripts and texts are too much work for one check".to_owned())
    }

    fn walk(&mut self) {
        let at = self.next;
        self.next += 1;
        self.from.copy_from_slice(self.states.get(at));
        let is_end = self.graph.is_end(&self.from);
        if is_end {
            for property in self.judge.judge(&self.graph, &mut self.host, &self.from) {
                self.broken.entry(property).or_insert(at as u32);
            }
        }
        for grab in 0..self.from.len() as u32 - 1 {
            match self.graph.readiness(self.from[grab as usize + 1]) {
                Readiness::Fresh => self.act(at, Act::Turn(grab)),
                Readiness::Waits => {
                    self.act(at, Act::Turn(grab));
                    if self.faults.die {
                        self.act(at, Act::Die(grab));
                    }
                }
                Readiness::Won if self.faults.refund => self.act(at, Act::Refund(grab)),
                Readiness::Won | Readiness::Over => {}
            }
        }
        if self.faults.time && !is_end {
            self.act(at, Act::Time);
        }
    }

    fn act(&mut self, at: usize, act: Act) {
        if self.graph.step(&self.from, act, &mut self.to).is_none() {
            self.host.learn(&mut self.graph, &self.from, act);
            self.graph.step(&self.from, act, &mut self.to).expect("it was just learnt");
        }
        if act == Act::Time && self.to[0] == self.from[0] {
            return;
        }
        self.transitions += 1;
        let has_ended = matches!(act, Act::Turn(grab)
            if matches!(self.graph.readiness(self.to[grab as usize + 1]), Readiness::Won | Readiness::Over));
        if let Some(symmetry) = &mut self.symmetry {
            symmetry.settle(&mut self.graph, &mut self.to);
        }
        let reached = Move { from: at as u32, act };
        let Some(new) = self.states.add(&self.to, reached) else { return };
        self.judge_store(new);
        if has_ended {
            for property in Judge::judge_early(&self.graph, &self.host.config, &self.to) {
                self.broken.entry(property).or_insert(new);
            }
        }
    }

    /// Judges the store of a new state, which is in `to`.
    fn judge_store(&mut self, number: u32) {
        if self.judge.is_negative(&self.graph, self.to[0]) {
            self.broken.entry(Property::NoNegative).or_insert(number);
        }
    }

    /// Returns how a state was first reached. With symmetry, grabs changed places on the way; here they
    /// have the numbers with which they began.
    fn schedule(&self, state: u32) -> Schedule {
        // Which grab stands at each place.
        let mut places: Vec<u32> = (0..self.host.config.grabs()).collect();
        let mut acts = Vec::new();
        let mut to = self.from.clone();
        for Move { from, act } in self.states.way(state) {
            acts.push(match act {
                Act::Turn(at) => Act::Turn(places[at as usize]),
                Act::Die(at) => Act::Die(places[at as usize]),
                Act::Refund(at) => Act::Refund(places[at as usize]),
                Act::Time => Act::Time,
            });
            let from = self.states.get(from as usize);
            self.graph.step(from, act, &mut to).expect("it was stepped before");
            if let Some(symmetry) = &self.symmetry {
                let order = symmetry.order(&to);
                places = order.iter().map(|old| places[*old as usize]).collect();
            }
        }
        Schedule(acts)
    }
}
