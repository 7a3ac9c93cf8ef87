//! The same on every machine and in a browser: these tests run natively and as WebAssembly, and
//! expect the same to the last bit. `scripts/wasm-test` runs both and compares their speed.

use race_core::RaceConfig;
use race_core::catalogue;
use race_core::config::field::plain;
use race_core::program::Program;
use race_core::trace::Venue;
use race_engine::check::{Bounds, Check, Faults, scenario};
use race_engine::simulate::simulate;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::{console_log as println, wasm_bindgen_test as test};

mod findings;

/// Generated: `make docs` writes it, natively.
const SCHEDULES: &str = include_str!("schedules.txt");

fn now_ms() -> f64 {
    #[cfg(target_arch = "wasm32")]
    return js_sys::Date::now();
    #[cfg(not(target_arch = "wasm32"))]
    return std::time::SystemTime::UNIX_EPOCH.elapsed().expect("a clock").as_secs_f64() * 1_000.0;
}

/// FNV-1a: any hash would do that is written down here.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn config(words: &str) -> RaceConfig {
    let words = words.split_whitespace();
    let fields = plain(words.map(|word| word.split_once('=').expect("name=value")));
    RaceConfig::from_fields(&fields).expect("a config")
}

#[test]
fn a_seed_leads_to_the_same_race_everywhere() {
    let cases: [(&str, u64); 4] = [
        (
            "shares=100 racers=500 concurrency=500 jitter_ms=5 gap_ms=0.3 seed=7",
            0x54da_aebe_45c6_15a8,
        ),
        (
            "strategy=atomic venue=server shares=50 racers=400 concurrency=40 seed=7 split=fair_mean",
            0x4b82_f479_4bf2_244f,
        ),
        (
            "strategy=atomic venue=client shares=5 racers=40 grabs_per_racer=2 jitter_ms=2 seed=8",
            0x3382_20ea_dbbd_112c,
        ),
        ("lockstep=true gap_ms=1.5", 0xf6c7_dbb7_b0c5_a99d),
    ];
    let digests = cases.map(|(words, _)| {
        let simulated = simulate(&config(words));
        digest(&format!("{:?}{:?}", simulated.steps, simulated.tallies))
    });
    assert_eq!(
        digests.map(|digest| format!("{digest:016x}")),
        cases.map(|(_, digest)| format!("{digest:016x}"))
    );
}

/// The states of a program in a venue, and for each property that it breaks the shortest schedule.
fn schedules(program: &Program, venue: Venue) -> String {
    let report = findings::of(program, venue);
    let mut lines = format!("{} {venue}: {} states\n", program.name, report.states);
    for (property, found) in &report.properties {
        if let (Some(scenario), Some(schedule)) = (&found.scenario, &found.schedule) {
            lines.push_str(&format!("  {property} {scenario} {schedule}\n"));
        }
    }
    lines
}

#[test]
fn every_check_finds_the_same_schedules_everywhere() {
    let found: String = catalogue::strategies()
        .iter()
        .flat_map(|program| program.venues.iter().map(|venue| schedules(program, *venue)))
        .collect();
    #[cfg(not(target_arch = "wasm32"))]
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schedules.txt");
        return std::fs::write(path, found).expect("written");
    }
    for (found, expected) in found.lines().zip(SCHEDULES.lines()) {
        assert_eq!(found, expected, "tests/schedules.txt is out of step: run `make docs`");
    }
    assert_eq!(found.lines().count(), SCHEDULES.lines().count());
}

/// The states of one scenario of `atomic`, and how many of them were found in a second.
fn walk(owners: &str, symmetric: bool) -> (u64, f64) {
    let program = catalogue::strategy("atomic").unwrap();
    let fields =
        [("venue", "client".to_owned()), ("owners", owners.to_owned()), ("shares", "2".to_owned())];
    let config = scenario::of_fields(program, &fields).unwrap();
    let mut check =
        Check::new(program, &config, Faults::default(), Bounds::default(), symmetric).unwrap();
    let begun = now_ms();
    let states = check.finish().states;
    (states, states as f64 / (now_ms() - begun) * 1_000.0)
}

#[test]
fn a_check_counts_the_same_states_everywhere() {
    assert_eq!(walk("0,1,2,3,4", true).0, 2_265);
    // The quickest of a few runs: other programs of the machine only ever make one slower.
    let rates = (0..5).map(|_| {
        let (states, rate) = walk("0,1,2,3,4", false);
        assert_eq!(states, 178_494);
        rate
    });
    println!("states a second: {:.0}", rates.fold(0.0, f64::max));
}
