//! The same on every machine and in a browser: these tests run natively and as WebAssembly, and
//! expect the same to the last bit. `scripts/wasm-test` runs both and compares their speed.

use race_core::RaceConfig;
use race_core::catalogue;
use race_core::config::field::plain;
use race_engine::check::{Bounds, Check, Faults, scenario};
use race_engine::simulate::simulate;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::{console_log as println, wasm_bindgen_test as test};

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
fn a_seed_tells_the_same_story_everywhere() {
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
        let told = simulate(&config(words));
        digest(&format!("{:?}{:?}", told.steps, told.tallies))
    });
    assert_eq!(
        digests.map(|digest| format!("{digest:016x}")),
        cases.map(|(_, digest)| format!("{digest:016x}"))
    );
}

#[test]
fn a_check_finds_the_same_everywhere() {
    let program = catalogue::strategy("atomic").unwrap();
    let owners = |text: &str| {
        [("venue", "client".to_owned()), ("owners", text.to_owned()), ("shares", "2".to_owned())]
    };
    for (text, symmetric, states) in [("0,1,2,3,4", true, 2_265), ("0,1,2,3,4", false, 178_494)] {
        let config = scenario::of_fields(program, &owners(text)).unwrap();
        let mut check =
            Check::new(program, &config, Faults::default(), Bounds::default(), symmetric).unwrap();
        let begun = now_ms();
        let checked = check.finish();
        let took_ms = now_ms() - begun;
        assert_eq!(checked.states, states);
        if !symmetric {
            println!("states a second: {:.0}", checked.states as f64 / took_ms * 1_000.0);
        }
    }
}
