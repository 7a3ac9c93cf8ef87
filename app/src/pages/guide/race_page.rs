//! The race page opened on a strategy, with settings that show what it does.

use race_core::catalogue;
use race_core::config::RaceConfig;
use race_core::program::{KeyKind, Program};
use race_core::trace::{Property, Venue};

use crate::link::PageState;
use crate::workload::{LaneChoice, Workload};

/// The other lane beside a program that can run in one venue only: right, and well known.
const BESIDE: (&str, Venue) = ("atomic", Venue::Server);

/// Fields of the race page, over its defaults: 10 shares, 88 people, 8 at once, in step.
type Fields = &'static [(&'static str, &'static str)];

/// Each person grabs several times: without a record of winners, some win again.
const AGAIN: Fields = &[("racers", "11"), ("grabs_per_racer", "8")];
/// The lock runs out while its holder is at work.
const TOO_SLOW: Fields = &[
    ("shares", "2"),
    ("racers", "8"),
    ("concurrency", "4"),
    ("gap_ms", "40"),
    ("lock_ttl_ms", "20"),
    ("attempts", "10"),
];
/// The same, where the lock is given its time to live by a command of its own: in step the first one has
/// written before the second one has come so far as to read.
const TOO_SLOW_FREELY: Fields = &[
    ("shares", "5"),
    ("racers", "20"),
    ("gap_ms", "40"),
    ("lock_ttl_ms", "20"),
    ("attempts", "10"),
    ("lockstep", "false"),
];
/// In step everybody would read, and watch, before anybody writes: so they run freely, with a pause.
const FREELY: Fields = &[("lockstep", "false"), ("gap_ms", "5"), ("jitter_ms", "5")];
/// Few people and few shares in several places: some find their own place empty.
const SPREAD: Fields = &[("shares", "4"), ("racers", "4"), ("concurrency", "1")];

/// Returns the race page with a program in a venue, and settings that show live what its header claims.
pub fn of_strategy(program: &Program, venue: Venue) -> PageState {
    let breaks = program.breaks(venue);
    let breaks = |property| breaks.contains(&property);
    let fields: Fields = if program.has_key(KeyKind::Lock) {
        if program.body().contains("'PEXPIRE'") { TOO_SLOW_FREELY } else { TOO_SLOW }
    } else if program.needs_connection() {
        FREELY
    } else if breaks(Property::NoOversell) {
        &[]
    } else if program.has_key(KeyKind::StockShards) {
        SPREAD
    } else if breaks(Property::NoDuplicate) || breaks(Property::NoUndersell) {
        AGAIN
    } else {
        &[]
    };
    let mut workload = beside(program, venue);
    for (name, text) in fields {
        workload.set(name, text);
    }
    PageState { workload, ..PageState::default() }
}

/// Returns the race page with one order of events, to be replayed on the real Redis.
pub fn of_schedule(program: &Program, config: &RaceConfig) -> PageState {
    let mut workload = beside(program, config.venue);
    for (name, text) in config.to_fields() {
        // The lanes' own fields are not shared, and are left alone.
        workload.set(name, &text);
    }
    PageState { workload, ..PageState::default() }
}

/// Returns two lanes: on the left the program in its venue, on the right the same lines as one script, if
/// they can run so and do not already.
fn beside(program: &Program, venue: Venue) -> Workload {
    let lane = |strategy: &str, venue| LaneChoice { strategy: strategy.to_owned(), venue };
    let right = match venue {
        Venue::Client if program.has_venue(Venue::Server) => lane(&program.name, Venue::Server),
        Venue::Server if program.has_venue(Venue::Client) => {
            return Workload::of_lanes([
                lane(&program.name, Venue::Client),
                lane(&program.name, Venue::Server),
            ]);
        }
        _ if catalogue::strategy(BESIDE.0).is_some() => lane(BESIDE.0, BESIDE.1),
        _ => lane(&program.name, venue),
    };
    Workload::of_lanes([lane(&program.name, venue), right])
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::trace::Standing;
    use race_engine::check::case::case;
    use race_engine::check::explain::explain;
    use race_engine::simulate::simulate;

    fn every() -> impl Iterator<Item = (Program, Venue)> {
        catalogue::strategies().iter().flat_map(|program| {
            let venues = program.venues.clone();
            venues.into_iter().map(move |venue| (program.clone(), venue))
        })
    }

    /// The lane of a link that runs this program in this venue.
    fn lane(state: &PageState, program: &Program, venue: Venue) -> RaceConfig {
        let lanes = &state.workload.lanes;
        let wanted = LaneChoice { strategy: program.name.clone(), venue };
        let at = lanes.iter().position(|lane| *lane == wanted).expect("it is in a lane");
        state.workload.lane_config(at).expect("a race")
    }

    #[test]
    fn every_link_opens_a_form_that_can_be_raced() {
        for (program, venue) in every() {
            let state = of_strategy(&program, venue);
            assert!(state.workload.is_valid(), "{}, {venue}", program.name);
            assert_eq!(
                PageState::from_query(&state.to_query()),
                state,
                "{}, {venue}",
                program.name
            );
        }
    }

    #[test]
    fn what_oversells_by_its_header_oversells_in_the_race_of_its_link() {
        for (program, venue) in every() {
            let config = lane(&of_strategy(&program, venue), &program, venue);
            let result = simulate(&config).result;
            let claimed = program.breaks(venue).contains(&Property::NoOversell);
            assert_eq!(result.oversold > 0, claimed, "{}, {venue}: {result:?}", program.name);
        }
    }

    #[test]
    fn who_may_win_twice_or_be_refused_wrongly_without_any_fault_is_seen_to() {
        for (program, venue) in every().filter(|(program, _)| program.faults.is_empty()) {
            let breaks = program.breaks(venue);
            let config = lane(&of_strategy(&program, venue), &program, venue);
            let verdict = simulate(&config).result.verdict;
            for property in [Property::NoDuplicate, Property::NoUndersell] {
                let shown = breaks.contains(&Property::NoOversell) || program.needs_connection();
                if breaks.contains(&property) && !shown {
                    let (name, standing) = (&program.name, verdict[&property]);
                    assert_eq!(standing, Standing::Broken, "{name}, {venue}: {property}");
                }
            }
        }
    }

    #[test]
    fn the_link_of_a_counterexample_is_that_very_order() {
        for name in ["get_set", "lock_ttl", "sharded", "off_by_one", "decr_incr"] {
            let program = catalogue::strategy(name).unwrap();
            let venue = program.venues[0];
            let property = program.breaks(venue)[0];
            let case = case(program, venue, property, &mut |_| {}).unwrap();
            let counterexample = case.counterexample.unwrap();
            let state = of_schedule(program, &counterexample.config);
            assert!(state.workload.is_valid(), "{name}");
            let back = PageState::from_query(&state.to_query());
            let config = lane(&back, program, venue);
            assert_eq!(config.schedule, counterexample.config.schedule, "{name}");
            let again = explain(&config, program, &config.schedule);
            assert_eq!(again.rows, counterexample.rows, "{name}");
        }
    }
}
