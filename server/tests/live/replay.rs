//! What the checker finds in the model happens on the real Redis too, in the same order.

use std::sync::Arc;

use race_core::RaceConfig;
use race_core::catalogue;
use race_core::program::Program;
use race_core::result::RaceResult;
use race_core::schedule::Act;
use race_core::trace::{Outcome, Property, Standing, Venue};
use race_engine::check::{Bounds, Check, Faults, scenario};
use race_engine::simulate::replay;
use race_server::live::{self, Log};

use crate::programs;
use crate::sql::{self, On};
use crate::support::{config, race, shared, wait};

/// Long enough for a few commands on a busy machine, short enough to wait for.
const LOCK_TTL_MS: u32 = 400;

/// Each property that a program breaks, with the race that shows it in the fewest turns.
fn shortest(program: &Program, venue: Venue) -> Vec<(Property, RaceConfig)> {
    let faults = Faults::of(program.faults.iter().map(String::as_str));
    let scenarios = scenario::standard(program, venue).expect("scenarios");
    let one = |config: &RaceConfig| {
        Check::new(program, config, faults, Bounds::default(), true).expect("a program").finish()
    };
    let checked = scenario::merged(scenarios.iter().map(one).collect()).expect("some");
    let broken = checked.properties.into_iter().filter_map(|(property, found)| {
        let (schedule, named) = (found.schedule?, found.scenario?);
        let config = scenarios.iter().find(|config| scenario::name(config) == named)?.clone();
        let schedule = schedule.parse().expect("a schedule");
        Some((property, RaceConfig { schedule, lock_ttl_ms: LOCK_TTL_MS, ..config }))
    });
    broken.collect()
}

/// Runs a race on the real Redis, and on a database where it needs one.
async fn real(on: Option<On>, log: Arc<Log>) -> RaceResult {
    match on {
        Some(on) => sql::run(on, log).await,
        None => live::run(shared().await, log).await,
    }
}

type Counts = (u64, u64, u64, Option<i64>, Option<u64>);

fn counts(result: &RaceResult) -> Counts {
    let RaceResult { won, sold_out, lost, counter_final, recorded, .. } = *result;
    (won, sold_out, lost, counter_final, recorded)
}

/// A race does not judge progress: it shows it, by a fresh racer behind all others, once
/// all locks have expired.
fn with_one_more(config: &RaceConfig) -> RaceConfig {
    let mut more = config.clone();
    more.owners.push(config.racers);
    more.racers += 1;
    more.schedule.0.push(Act::Time);
    more
}

#[test]
fn each_shortest_schedule_breaks_the_same_property_on_the_real_redis() {
    let mut replayed = 0;
    let programs = catalogue::strategies().iter().chain(programs::all());
    for program in programs {
        for &venue in &program.venues {
            let shortest = shortest(program, venue);
            assert_eq!(shortest.len(), program.breaks(venue).len(), "{}", program.name);
            for (property, config) in shortest {
                let what = format!("{}, {venue}, {property}: {}", program.name, config.schedule);
                let stuck = property == Property::Progress;
                let config = if stuck { with_one_more(&config) } else { config };
                let simulated = replay(&config, program).race;
                if !stuck {
                    let standing = simulated.result.verdict[&property];
                    assert_eq!(standing, Standing::Broken, "model: {what}");
                }
                let id = format!("replay-{}-{venue}-{property}", program.name);
                let places: &[Option<On>] = match program.calls_sql() {
                    true => &[Some(On::Sqlite), Some(On::Postgres)],
                    false => &[None],
                };
                for on in places {
                    let what = format!("{on:?}: {what}");
                    let log = Log::with_program(&id, &config, program);
                    let live = wait(real(*on, log));
                    if stuck {
                        assert_eq!(live.won, 0, "{what}: {live:?}");
                    } else {
                        assert_eq!(live.verdict[&property], Standing::Broken, "{what}: {live:?}");
                    }
                    assert_eq!(counts(&live), counts(&simulated.result), "{what}");
                    replayed += 1;
                }
            }
        }
    }
    println!("{replayed} schedules replayed");
    assert!(replayed > 30, "{replayed}");
}

#[test]
fn a_schedule_is_run_turn_by_turn_and_what_it_leaves_open_is_ended_behind_it() {
    wait(async {
        let raced = race("replay-order", "owners=0,1,2 shares=2 schedule=0.1.0.0.1").await;
        let order: Vec<_> = raced.steps.iter().map(|step| step.grab).collect();
        // The second turn of grab 0 is its last: a third is passed over. Grab 2 comes at the end.
        assert_eq!(order, [0, 1, 0, 1, 2, 2]);
        assert_eq!((raced.result.won, raced.result.counter_final), (3, Some(0)));
    });
}

#[test]
fn a_grab_that_dies_is_lost_and_what_it_did_stays() {
    wait(async {
        let words = "strategy=atomic venue=client owners=0,1 shares=1 schedule=0.0.0.x0.1";
        let raced = race("replay-death", words).await;
        assert_eq!((raced.result.lost, raced.result.sold_out), (1, 1));
        assert_eq!((raced.result.counter_final, raced.result.recorded), (Some(0), Some(0)));
        assert_eq!(raced.result.verdict[&Property::Conserved], Standing::Broken);
        let died = raced.steps.iter().find(|step| step.grab == 0 && step.end.is_some()).unwrap();
        assert_eq!(died.end.unwrap().outcome, Outcome::Lost);
    });
}

#[test]
fn what_is_given_back_is_there_again_and_the_books_add_up() {
    wait(async {
        let words = "strategy=atomic venue=server owners=0,1 shares=1 schedule=0.r0.1";
        for result in [
            race("replay-refund", words).await.result,
            replay(&config(words), catalogue::strategy("atomic").unwrap()).race.result,
        ] {
            assert_eq!((result.won, result.shares_won, result.counter_final), (2, 1, Some(0)));
            assert!(result.verdict.values().all(|standing| *standing != Standing::Broken));
        }
    });
}
