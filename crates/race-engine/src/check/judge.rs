//! What is wrong with a state: judged where every grab has ended, with the same counter and the same
//! judge as a race; a counter below zero, and what a win already breaks, are seen where they happen.

use super::graph::{Graph, Phase, State};
use super::host::Host;
use super::names;
use crate::parse::integer;
use crate::stock::StockLayout;
use crate::world::World;
use race_core::property::{self, Property, Standing};
use race_core::trace::Outcome;
use race_core::{Counter, RaceConfig};

/// The judge of one scenario.
pub struct Judge {
    /// Nothing counted.
    counter: Counter,
    stock: Option<StockLayout>,
    /// By store: whether its counter is below zero, as far as it was looked at.
    negative: Vec<Option<bool>>,
    /// By store: whether a fresh racer wins, as far as it was tried.
    wins: Vec<Option<bool>>,
    judged: Vec<Property>,
    won_max: u64,
}

impl Judge {
    /// Returns the judge of the host's scenario.
    pub fn new(host: &Host) -> Judge {
        Judge {
            counter: Counter::new(&host.config),
            stock: host.keyspace().stock(),
            negative: Vec::new(),
            wins: Vec::new(),
            judged: Vec::new(),
            won_max: 0,
        }
    }

    /// Returns the properties that an end state breaks.
    pub fn judge(&mut self, graph: &Graph, host: &mut Host, state: &State) -> Vec<Property> {
        let mut counter = self.counter.clone();
        let grabs = (0..).zip(&state[1..]).map(|(grab, node)| {
            let phase = &graph.nodes[*node as usize].phase;
            (host.config.racer(grab), host.config.quantity(grab), phase)
        });
        // Wins that were given back come first: which refusals came before that, the nodes hold.
        for (racer, quantity, phase) in grabs.clone() {
            if let Phase::GaveBack(share) = phase {
                let end = counter.end(racer, quantity, Outcome::Won, *share);
                counter.refund(racer, quantity, end.share.expect("a win has a share"));
            }
        }
        for (racer, quantity, phase) in grabs {
            let (quantity, outcome, share) = match phase {
                Phase::Ended(outcome, share) => (quantity, *outcome, *share),
                Phase::RefusedBefore(shares) => (quantity + shares, Outcome::SoldOut, None),
                Phase::Died => (quantity, Outcome::Lost, None),
                Phase::GaveBack(_) => continue,
                Phase::Waits(_) => unreachable!("every grab has ended"),
            };
            counter.end(racer, quantity, outcome, share);
        }
        self.won_max = self.won_max.max(counter.counts().won);
        let mut store = graph.stored(state[0]).clone();
        let found = host
            .keyspace()
            .read(racer_of, |command| store.call(command).unwrap_or_else(|gap| gap.reply()));
        let mut verdict = property::judge(&counter.facts(found.counter, found.recorded));
        // What was in between is seen in every state.
        verdict.remove(&Property::NoNegative);
        let quantity = i64::from(host.config.quantity(host.config.grabs()));
        let is_left = found.counter.is_some_and(|left| left >= quantity);
        let progress = !is_left || self.wins_solo(graph, host, state[0]);
        let standing = if progress { Standing::Held } else { Standing::Broken };
        verdict.insert(Property::Progress, standing);
        let mut broken = Vec::new();
        for (property, standing) in verdict {
            if standing != Standing::NotJudged && !self.judged.contains(&property) {
                self.judged.push(property);
            }
            if standing == Standing::Broken {
                broken.push(property);
            }
        }
        broken
    }

    /// Returns what is broken as soon as a grab has ended, whatever the others still do: wins are not undone.
    pub fn judge_early(graph: &Graph, config: &RaceConfig, state: &State) -> Vec<Property> {
        let (mut broken, mut shares_won, mut winners) = (Vec::new(), Vec::new(), Vec::new());
        let mut won = 0;
        for (grab, node) in (0..).zip(&state[1..]) {
            let quantity = i64::from(config.quantity(grab));
            match graph.nodes[*node as usize].phase {
                Phase::Ended(Outcome::Failed, _) => broken.push(Property::NoFailure),
                Phase::Ended(Outcome::Won, share) => {
                    won += quantity;
                    winners.push(config.racer(grab));
                    shares_won
                        .extend(share.into_iter().flat_map(|last| last - quantity + 1..=last));
                }
                _ => {}
            }
        }
        let shares = i64::from(config.shares);
        let has_twice = |numbers: &mut Vec<i64>| {
            numbers.sort_unstable();
            numbers.windows(2).any(|pair| pair[0] == pair[1])
        };
        if won > shares {
            broken.extend([Property::NoOversell, Property::NoPhantom]);
        }
        if has_twice(&mut shares_won)
            || shares_won.iter().any(|share| !(1..=shares).contains(share))
        {
            broken.push(Property::NoPhantom);
        }
        let mut winners = winners.into_iter().map(i64::from).collect();
        if has_twice(&mut winners) {
            broken.push(Property::NoDuplicate);
        }
        broken
    }

    /// Returns true if the counter is below zero in this store.
    pub fn is_negative(&mut self, graph: &Graph, store: u32) -> bool {
        *slot(&mut self.negative, store).get_or_insert_with(|| {
            let mut model: World = graph.stored(store).clone();
            let left = self.stock.as_ref().and_then(|stock| {
                let ask = |ask: &_| model.call(ask).unwrap_or_else(|gap| gap.reply());
                let replies: Vec<_> = stock.ask().iter().map(ask).collect();
                stock.counter(&replies)
            });
            left.is_some_and(|left| left < 0)
        })
    }

    /// Returns true if this property was ever judged.
    pub fn has_judged(&self, property: Property) -> bool {
        property == Property::NoNegative || self.judged.contains(&property)
    }

    /// Returns the most grabs that won in one end state.
    pub fn won_max(&self) -> u64 {
        self.won_max
    }

    fn wins_solo(&mut self, graph: &Graph, host: &mut Host, store: u32) -> bool {
        *slot(&mut self.wins, store).get_or_insert_with(|| host.wins_solo(graph.stored(store)))
    }
}

/// Returns the racer of a name, of either kind.
fn racer_of(name: &[u8]) -> Option<u32> {
    names::racer_of(name).or_else(|| u32::try_from(integer(name)?).ok())
}

fn slot(slots: &mut Vec<Option<bool>>, at: u32) -> &mut Option<bool> {
    if slots.len() <= at as usize {
        slots.resize(at as usize + 1, None);
    }
    &mut slots[at as usize]
}
