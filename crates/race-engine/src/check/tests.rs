//! What the checker is known to find.

use super::*;
use race_core::program::BareHeader;
use race_core::property::Standing;

const GET_SET: &str = include_str!("../../../../lua/get_set.lua");
const ATOMIC: &str = include_str!("../../../../lua/atomic.lua");
const CHECK_DECR: &str = include_str!("../../../../lua/check_decr.lua");

fn check(text: &str, venue: &str, owners: &str, shares: u32, symmetric: bool) -> CheckReport {
    let program = Program::parse(text).unwrap();
    let fields = [
        ("venue", venue.to_owned()),
        ("owners", owners.to_owned()),
        ("shares", shares.to_string()),
    ];
    let config = scenario::of_fields(&program, &fields).unwrap();
    let bounds = Bounds::default();
    Check::new(&program, &config, Faults::default(), bounds, symmetric).unwrap().finish()
}

fn broken(checked: &CheckReport) -> Vec<(&'static str, String)> {
    let broken = checked.properties.iter().filter(|(_, found)| found.status == Standing::Broken);
    broken.map(|(name, found)| (name.name(), found.schedule.clone().unwrap())).collect()
}

#[test]
fn get_set_goes_wrong_in_four_turns_with_two_racers_and_one_share() {
    for symmetric in [false, true] {
        let checked = check(GET_SET, "client", "0,1", 1, symmetric);
        let way = || "0.1.0.1".to_owned();
        let expected = [("no_oversell", way()), ("no_phantom", way()), ("conserved", way())];
        assert_eq!(broken(&checked), expected, "symmetry {symmetric}");
        assert_eq!(checked.states, if symmetric { 7 } else { 11 });
        assert!(checked.exhausted);
    }
}

#[test]
fn get_set_in_one_piece_oversells_with_no_number_of_racers() {
    for owners in ["0,1", "0,1,2", "0,1,2,3", "0,1,2,3,4"] {
        let checked = check(GET_SET, "server", owners, 1, true);
        assert_eq!(broken(&checked), [], "{owners}");
        assert!(checked.exhausted && checked.won_max == 1, "{owners}");
    }
}

#[test]
fn a_check_then_a_decr_goes_wrong_in_four_turns() {
    let checked = check(CHECK_DECR, "client", "0,1", 1, true);
    let schedules: Vec<_> = broken(&checked).into_iter().map(|(_, schedule)| schedule).collect();
    assert_eq!(schedules, ["0.1.0.1"; 4]);
}

/// A state here is the store with, for each grab, the replies so far while it runs, and only its
/// outcome once it has ended.
#[test]
fn the_states_of_three_scenarios_are_the_known_numbers() {
    let cases = [
        (CHECK_DECR, "client", [237, 30]),
        (ATOMIC, "server", [53, 5]),
        (ATOMIC, "client", [9_840, 541]),
    ];
    for (text, venue, states) in cases {
        let counted = [false, true].map(|symmetric| {
            let checked = check(text, venue, "0,1,2,3", 2, symmetric);
            assert_eq!(checked.symmetry, symmetric);
            checked.states
        });
        assert_eq!(counted, states, "{venue}");
    }
}

#[test]
fn a_program_that_looks_into_its_racers_name_is_walked_without_symmetry() {
    let looks = ATOMIC.replace(
        "if stock < quantity",
        "if tonumber(racer) % 2 == 1 then return -1 end\nif stock < quantity",
    );
    let checked = check(&looks, "client", "0,1,2", 1, true);
    assert!(!checked.symmetry && checked.exhausted);
    let reads = "redis.call('SET', KEYS[1], ARGV[1])\nlocal other = redis.call('GET', KEYS[1])\nif other then return 1 end\nreturn -1";
    let header = BareHeader { argv: Some("racer".to_owned()), ..BareHeader::default() };
    let program = Program::bare("reads", reads, header).unwrap();
    let config = scenario::of_fields(&program, &[("owners", "0,1".to_owned())]).unwrap();
    let mut check =
        Check::new(&program, &config, Faults::default(), Bounds::default(), true).unwrap();
    assert!(!check.finish().symmetry, "it reads who wrote last");
}

#[test]
fn a_search_stops_at_its_bound_and_what_broke_before_stays_broken() {
    let program = Program::parse(ATOMIC).unwrap();
    let fields = [("venue", "client".to_owned()), ("owners", "0,1,2,3,4,5".to_owned())];
    let config = scenario::of_fields(&program, &fields).unwrap();
    let bounds = Bounds { states_max: 3_000, ..Bounds::default() };
    let mut check = Check::new(&program, &config, Faults::default(), bounds, false).unwrap();
    let checked = check.finish();
    assert!(!checked.exhausted && checked.states >= 3_000);
    let status = |property| checked.properties[&property].status;
    assert_eq!(status(Property::NoOversell), Standing::NotExhausted);
}
