//! Racers who are alike may change places: of all states that differ only so, one is walked.
//!
//! Sound, because a racer changes places everywhere: in the nodes, in every text that the store holds
//! and in its connections. (The host watches that the program treats all alike.) A tie that the order
//! does not see costs a merge, never the truth.

use super::graph::{Graph, State};
use super::hash::hash;
use super::intern::Memo;
use super::names::{self, Name};
use race_core::config::RaceConfig;

/// Connections as a racer sees them, which are none that a grab has.
const OWN: u32 = 1 << 16;
const OTHERS: u32 = u32::MAX;

/// Which racers are interchangeable.
pub struct Symmetry {
    /// The grabs of each racer.
    grabs: Vec<Vec<u8>>,
    /// Racers who are alike.
    classes: Vec<Vec<u8>>,
    /// By store: how it looks to each racer.
    looks: Vec<Vec<u64>>,
    /// (store, order) → the store with all renamed.
    renamed: Memo<(u32, u64), u32>,
}

impl Symmetry {
    /// Returns the racers of a scenario at their places: two are alike if they own as many grabs of the same
    /// quantities and, where each has a home, the same one.
    pub fn new(config: &RaceConfig, has_home: bool) -> Symmetry {
        let mut grabs = vec![Vec::new(); config.racers as usize];
        for grab in 0..config.grabs() {
            grabs[config.racer(grab) as usize].push(grab as u8);
        }
        let asks = |racer: u8| -> Vec<u32> {
            let home = if has_home { config.home(u32::from(racer)) } else { 0 };
            let quantity = |grab: &u8| config.quantity(u32::from(*grab));
            std::iter::once(home).chain(grabs[racer as usize].iter().map(quantity)).collect()
        };
        let mut classes: Vec<Vec<u8>> = Vec::new();
        for racer in 0..config.racers as u8 {
            match classes.iter_mut().find(|class| asks(class[0]) == asks(racer)) {
                Some(class) => class.push(racer),
                None => classes.push(vec![racer]),
            }
        }
        classes.retain(|class| class.len() > 1);
        Symmetry { grabs, classes, looks: Vec::new(), renamed: Memo::default() }
    }

    /// Puts a state into its order.
    pub fn settle(&mut self, graph: &mut Graph, state: &mut [u32]) {
        self.look(graph, state[0]);
        let order = self.order(state);
        if order.iter().enumerate().all(|(new, old)| new == *old as usize) {
            return;
        }
        let nodes = state[1..].to_vec();
        for (new, old) in order.iter().enumerate() {
            state[new + 1] = nodes[*old as usize];
        }
        // All look the same from everywhere only if nobody is named.
        let looks = &self.looks[state[0] as usize];
        let is_plain = self.classes.iter().all(|class| looks[class[0] as usize] == 0);
        if !is_plain {
            state[0] = self.rename(graph, state[0], &order);
        }
    }

    /// Returns for each place the grab that comes there, once the store has been looked at.
    pub fn order(&self, state: &State) -> Vec<u8> {
        let mut order: Vec<u8> = (0..state.len() as u8 - 1).collect();
        let looks = &self.looks[state[0] as usize];
        for class in &self.classes {
            let mut sorted = class.clone();
            sorted.sort_by(|a, b| {
                // The racer that is further comes first, so that a schedule begins with grab 0.
                let nodes = |racer: u8| {
                    self.grabs[racer as usize].iter().map(|grab| state[*grab as usize + 1])
                };
                nodes(*b).cmp(nodes(*a)).then_with(|| looks[*a as usize].cmp(&looks[*b as usize]))
            });
            for (place, racer) in class.iter().zip(sorted) {
                let pairs = self.grabs[*place as usize].iter().zip(&self.grabs[racer as usize]);
                for (to, from) in pairs {
                    order[*to as usize] = *from;
                }
            }
        }
        order
    }

    /// Finds out how a store looks to each racer: a number that only depends on where it itself is named;
    /// 0 to all if nobody is.
    fn look(&mut self, graph: &Graph, store: u32) {
        if self.looks.len() <= store as usize {
            self.looks.resize(store as usize + 1, Vec::new());
        }
        if !self.looks[store as usize].is_empty() {
            return;
        }
        let model = graph.stored(store);
        let mut looks = Vec::with_capacity(self.grabs.len());
        for (racer, grabs) in self.grabs.iter().enumerate() {
            let seen =
                model.renamed(&|text| names::sketched(text, racer as u8, grabs), &|connection| {
                    let own = grabs.iter().position(|grab| u32::from(*grab) == connection);
                    own.map_or(OTHERS, |at| OWN + at as u32)
                });
            looks.push(if seen == *model { 0 } else { hash(&seen) });
        }
        self.looks[store as usize] = looks;
    }

    fn rename(&mut self, graph: &mut Graph, store: u32, order: &[u8]) -> u32 {
        let code = order.iter().fold(0, |code, old| code << 4 | u64::from(*old));
        if let Some(known) = self.renamed.get((store, code)) {
            return known;
        }
        // The place to which each grab, and with it each racer, goes.
        let mut grab_to = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            grab_to[*old as usize] = new as u8;
        }
        let owner = |grab: u8| self.grabs.iter().position(|grabs| grabs.contains(&grab));
        let racer_to: Vec<u8> = self
            .grabs
            .iter()
            .map(|grabs| owner(grab_to[grabs[0] as usize]).expect("each grab has an owner") as u8)
            .collect();
        let text = |text: &[u8]| {
            names::renamed(text, &mut |name| match name {
                Name::Racer(racer) => Name::Racer(*racer_to.get(racer as usize).unwrap_or(&racer)),
                Name::Grab(grab) => Name::Grab(*grab_to.get(grab as usize).unwrap_or(&grab)),
            })
        };
        let connection =
            |number: u32| grab_to.get(number as usize).map_or(number, |to| u32::from(*to));
        let model = graph.stored(store).renamed(&text, &connection);
        let renamed = graph.store(model);
        self.renamed.insert((store, code), renamed);
        renamed
    }
}
