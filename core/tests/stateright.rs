//! Our search against another's: the same step function as a stateright model.
#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;
use std::time::Instant;

use race_core::check::graph::{Graph, Kind};
use race_core::check::{Bounds, Check, Faults, scenario};
use race_core::program::Program;
use race_core::schedule::Act;
use stateright::{Checker, Model, Property};

const GET_SET: &str = include_str!("../../lua/get_set.lua");
const ATOMIC: &str = include_str!("../../lua/atomic.lua");
const CHECK_DECR: &str = include_str!("../../lua/check_decr.lua");

/// A scenario whose graph is known, walked by stateright.
struct Known {
    graph: Arc<Graph>,
    begin: Box<[u32]>,
}

impl Model for Known {
    type State = Box<[u32]>;
    type Action = Act;

    fn init_states(&self) -> Vec<Box<[u32]>> {
        vec![self.begin.clone()]
    }

    fn actions(&self, state: &Box<[u32]>, actions: &mut Vec<Act>) {
        for (grab, node) in state[1..].iter().enumerate() {
            if matches!(self.graph.kind(*node), Kind::Fresh | Kind::Waits) {
                actions.push(Act::Turn(grab as u32));
            }
        }
    }

    fn next_state(&self, state: &Box<[u32]>, act: Act) -> Option<Box<[u32]>> {
        let mut to = state.clone();
        self.graph.step(state, act, &mut to)?;
        Some(to)
    }

    fn properties(&self) -> Vec<Property<Known>> {
        vec![Property::always("it is a state", |_, state: &<Known as Model>::State| {
            !state.is_empty()
        })]
    }
}

/// States found by us and by stateright, and states a second of each.
fn walked(text: &str, venue: &str, racers: u32, shares: u32) -> ([u64; 2], [f64; 2]) {
    let program = Program::parse(text).unwrap();
    let owners: Vec<String> = (0..racers).map(|racer| racer.to_string()).collect();
    let fields =
        [("venue", venue.to_owned()), ("owners", owners.join(",")), ("shares", shares.to_string())];
    let config = scenario::of_fields(&program, &fields).unwrap();
    let bounds = Bounds { states_max: 20_000_000, bytes_max: 1 << 30 };
    let mut check = Check::new(&program, &config, Faults::default(), bounds, false).unwrap();
    let begun = Instant::now();
    let ours = check.finish().states;
    let our_rate = ours as f64 / begun.elapsed().as_secs_f64();
    let (graph, begin) = check.into_graph();
    let known = Known { graph: Arc::new(graph), begin };
    let begun = Instant::now();
    let theirs = known.checker().threads(1).spawn_bfs().join().unique_state_count() as u64;
    let their_rate = theirs as f64 / begun.elapsed().as_secs_f64();
    ([ours, theirs], [our_rate, their_rate])
}

#[test]
fn stateright_finds_as_many_states_in_three_scenarios() {
    for (text, venue, racers) in [
        (GET_SET, "client", 5),
        (ATOMIC, "server", 5),
        (CHECK_DECR, "client", 5),
        (ATOMIC, "client", 4),
    ] {
        let ([ours, theirs], _) = walked(text, venue, racers, 2);
        assert_eq!(ours, theirs, "{venue}, {racers} racers");
    }
}

/// One run; ours finds out what each command does on the way, stateright gets that for nothing.
#[test]
fn over_a_million_states_our_search_is_at_least_as_quick_as_stateright() {
    let ([ours, theirs], [our_rate, their_rate]) = walked(ATOMIC, "client", 6, 2);
    println!(
        "{ours} states: ours {our_rate:.0} a second, stateright {their_rate:.0} a second, ratio {:.2}",
        our_rate / their_rate
    );
    assert_eq!(ours, theirs);
    assert!(ours >= 1_000_000, "{ours} states");
    assert!(our_rate >= their_rate, "{our_rate:.0} against {their_rate:.0} states a second");
}
