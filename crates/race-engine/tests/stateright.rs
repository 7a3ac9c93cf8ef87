//! Our search against another's: the same step function as a stateright model.
#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;
use std::time::Instant;

use race_core::program::Program;
use race_core::schedule::Act;
use race_engine::check::graph::{Graph, Readiness};
use race_engine::check::{Bounds, Check, Faults, scenario};
use stateright::{Checker, Model, Property};

const GET_SET: &str = include_str!("../../../lua/get_set.lua");
const ATOMIC: &str = include_str!("../../../lua/atomic.lua");
const CHECK_DECR: &str = include_str!("../../../lua/check_decr.lua");

/// A scenario whose graph is known, walked by stateright.
struct KnownScenario {
    graph: Arc<Graph>,
    begin: Vec<u32>,
}

impl Model for KnownScenario {
    type State = Vec<u32>;
    type Action = Act;

    fn init_states(&self) -> Vec<Vec<u32>> {
        vec![self.begin.clone()]
    }

    fn actions(&self, state: &Vec<u32>, actions: &mut Vec<Act>) {
        for (grab, node) in state[1..].iter().enumerate() {
            if matches!(self.graph.readiness(*node), Readiness::Fresh | Readiness::Waits) {
                actions.push(Act::Turn(grab as u32));
            }
        }
    }

    fn next_state(&self, state: &Vec<u32>, act: Act) -> Option<Vec<u32>> {
        let mut to = state.clone();
        self.graph.step(state, act, &mut to)?;
        Some(to)
    }

    fn properties(&self) -> Vec<Property<KnownScenario>> {
        vec![Property::always("it is a state", |_, state: &Vec<u32>| !state.is_empty())]
    }
}

fn check(text: &str, venue: &str, racers: u32, shares: u32, symmetric: bool) -> Check {
    let program = Program::parse(text).unwrap();
    let fields = [
        ("venue", venue.to_owned()),
        ("racers", racers.to_string()),
        ("shares", shares.to_string()),
    ];
    let config = scenario::of_fields(&program, &fields).unwrap();
    let bounds = Bounds { states_max: 20_000_000, bytes_max: 1 << 30, work_max: u64::MAX };
    Check::new(&program, &config, Faults::default(), bounds, symmetric).unwrap()
}

/// States found by us and by stateright, and states a second of each.
fn walked(text: &str, venue: &str, racers: u32, shares: u32) -> ([u64; 2], [f64; 2]) {
    let mut check = check(text, venue, racers, shares, false);
    let begun = Instant::now();
    let ours = check.finish().states;
    let our_rate = ours as f64 / begun.elapsed().as_secs_f64();
    let (graph, begin) = check.into_graph();
    let known = KnownScenario { graph: Arc::new(graph), begin };
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
    let mut merged = check(ATOMIC, "client", 6, 2, true);
    let merged = merged.finish().states;
    println!("with symmetry: {merged} states, {} times fewer", ours / merged);
    assert!(50 * merged <= ours, "{merged} states with symmetry, {ours} without");
}
