//! Every schedule of a scenario, breadth first: the first way in which something goes wrong is a
//! shortest one.
//!
//! A state is a store and a node for each grab, as numbers; states lie side by side in one vector,
//! in the order in which they were found, which is also the order in which they are walked on from.

use std::collections::BTreeMap;

use hashbrown::HashTable;

use super::graph::{Graph, Kind, State};
use super::hash::hash;
use super::host::Host;
use super::judge::Judge;
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
    width: usize,
    states: Vec<u32>,
    seen: HashTable<u32>,
    /// How each state was first reached: from which, by what.
    reached: Vec<(u32, Act)>,
    /// The next state to walk on from.
    next: usize,
    transitions: u64,
    /// For each broken property, the first state that shows it.
    broken: BTreeMap<Property, u32>,
    /// Turns after which the first grab, alone, had to be stopped: there is nothing to walk.
    runaway: Option<usize>,
    from: Vec<u32>,
    to: Vec<u32>,
}

impl Search {
    /// A search at its beginning.
    pub fn new(mut host: Host, faults: Faults, bounds: Bounds, symmetric: bool) -> Search {
        let mut graph = Graph::default();
        let begin = host.begin(&mut graph);
        let judge = Judge::new(&host);
        let runaway = host.runs_away(graph.stored(begin[0]));
        let symmetry = symmetric.then(|| Symmetry::new(&host.config, host.program.takes("home")));
        let width = begin.len();
        let mut search = Search {
            graph,
            host,
            faults,
            bounds,
            symmetry,
            judge,
            width,
            states: Vec::new(),
            seen: HashTable::new(),
            reached: Vec::new(),
            next: 0,
            transitions: 0,
            broken: BTreeMap::new(),
            runaway,
            from: begin.clone(),
            to: begin,
        };
        search.find(0, Act::Time);
        search
    }

    /// Walks on from so many states; whether there are more.
    pub fn advance(&mut self, states: usize) -> bool {
        for _ in 0..states {
            if self.host.unlike.is_some() || self.is_exhausted() || self.stopped().is_some() {
                return false;
            }
            self.walk();
        }
        true
    }

    /// The state before anything has happened.
    pub fn begin(&self) -> &State {
        self.state(0)
    }

    /// Whether every state was walked on from.
    pub fn is_exhausted(&self) -> bool {
        self.next == self.states() && self.host.gap.is_none()
    }

    /// Whether it was stopped by what the program is like, so that a larger scenario would be, too.
    pub fn is_hopeless(&self) -> bool {
        self.stopped().is_some() && self.states() < self.bounds.states_max
    }

    /// How much work it was, in instructions of the VM.
    pub fn work(&self) -> u64 {
        self.host.used() + self.graph.work() / 16
    }

    /// Why alike grabs turned out not to be alike, so that the search is void.
    pub fn unlike(&self) -> Option<&'static str> {
        self.host.unlike
    }

    /// The reason of a failure, if a grab failed.
    pub fn failure(&self) -> Option<&str> {
        self.host.failure.as_deref()
    }

    /// Distinct states found.
    pub fn states(&self) -> usize {
        self.reached.len()
    }

    /// Acts tried.
    pub fn transitions(&self) -> u64 {
        self.transitions
    }

    /// The most grabs that won in one end state.
    pub fn won_max(&self) -> u64 {
        self.judge.won_max()
    }

    /// How a property stands, and the shortest schedule that breaks it.
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

    /// Why the search went no further, if not because it was through.
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
        if self.states() >= bounds.states_max {
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

    fn state(&self, at: usize) -> &State {
        row(&self.states, self.width, at)
    }

    fn walk(&mut self) {
        let at = self.next;
        self.next += 1;
        self.from.copy_from_slice(row(&self.states, self.width, at));
        let is_end = self.graph.is_end(&self.from);
        if is_end {
            for property in self.judge.judge(&self.graph, &mut self.host, &self.from) {
                self.broken.entry(property).or_insert(at as u32);
            }
        }
        for grab in 0..self.width as u32 - 1 {
            match self.graph.kind(self.from[grab as usize + 1]) {
                Kind::Fresh => self.act(at, Act::Turn(grab)),
                Kind::Waits => {
                    self.act(at, Act::Turn(grab));
                    if self.faults.die {
                        self.act(at, Act::Die(grab));
                    }
                }
                Kind::Won if self.faults.refund => self.act(at, Act::Refund(grab)),
                Kind::Won | Kind::Over => {}
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
            if matches!(self.graph.kind(self.to[grab as usize + 1]), Kind::Won | Kind::Over));
        if let Some(symmetry) = &mut self.symmetry {
            symmetry.settle(&mut self.graph, &mut self.to);
        }
        let new = self.find(at as u32, act);
        if let Some(new) = new.filter(|_| has_ended) {
            for property in Judge::judge_early(&self.graph, &self.host.config, &self.to) {
                self.broken.entry(property).or_insert(new);
            }
        }
    }

    /// Takes the state in `to` in, unless it is known; the number of a new one.
    fn find(&mut self, from: u32, act: Act) -> Option<u32> {
        let width = self.width;
        let at = hash(&self.to[..]);
        let is_it = |number: &u32| row(&self.states, width, *number as usize) == self.to;
        if self.seen.find(at, is_it).is_some() {
            return None;
        }
        let number = self.reached.len() as u32;
        self.states.extend_from_slice(&self.to);
        self.reached.push((from, act));
        let hash_of = |number: &u32| hash(row(&self.states, width, *number as usize));
        self.seen.insert_unique(at, number, hash_of);
        if self.judge.is_negative(&self.graph, self.to[0]) {
            self.broken.entry(Property::NoNegative).or_insert(number);
        }
        Some(number)
    }

    /// How a state was first reached. With symmetry, grabs changed places on the way; they are
    /// called here by the names with which they began.
    fn schedule(&self, state: u32) -> Schedule {
        let mut way = Vec::new();
        let mut at = state;
        while at != 0 {
            let (from, act) = self.reached[at as usize];
            way.push((from, act));
            at = from;
        }
        way.reverse();
        // Which grab stands at each place.
        let mut places: Vec<u32> = (0..self.width as u32 - 1).collect();
        let mut acts = Vec::new();
        let mut to = vec![0; self.width];
        for (from, act) in way {
            acts.push(match act {
                Act::Turn(at) => Act::Turn(places[at as usize]),
                Act::Die(at) => Act::Die(places[at as usize]),
                Act::Refund(at) => Act::Refund(places[at as usize]),
                Act::Time => Act::Time,
            });
            let from = self.state(from as usize);
            self.graph.step(from, act, &mut to).expect("it was stepped before");
            if let Some(symmetry) = &self.symmetry {
                let order = symmetry.order(&to);
                places = order.iter().map(|old| places[*old as usize]).collect();
            }
        }
        Schedule(acts)
    }
}

/// One state of many that lie side by side.
fn row(states: &[u32], width: usize, at: usize) -> &State {
    &states[at * width..(at + 1) * width]
}
