//! Comparisons for the tests.

use crate::comparison::Comparison;
use crate::row::{ComparisonRow, NotRun};
use race_core::catalogue;
use race_core::config::field::plain;
use race_core::config::{RaceConfig, Why};
use race_core::machine::{Machine, Persistence};
use race_core::result::{Latency, RaceResult, Status};
use race_core::trace::{Property, Standing, Venue};

/// A row that oversold, one that held, and one that could not run; with names that must be escaped.
pub fn comparison() -> Comparison {
    let machine = Machine {
        os: "linux".to_owned(),
        arch: "x86_64".to_owned(),
        cores: 2,
        cpu: Some("A <fast> \"CPU\", & more".to_owned()),
        redis: "Redis 7.0.15".to_owned(),
        persistence: Persistence { appendonly: "no".to_owned(), ..Persistence::default() },
    };
    let mut unable = row("watch_multi", Venue::Client, 8, 0, 0.0);
    unable.race = None;
    unable.not_run =
        Some(NotRun::Refused(Why::RedisConnections { strategy: "<each>".to_owned(), max: 500 }));
    let rows = vec![
        row("get_set", Venue::Client, 80, 70, 12_345.6),
        row("atomic", Venue::Server, 10, 0, 51_000.0),
        unable,
    ];
    Comparison { rows, machine }
}

/// Rows in every state, at two levels of concurrency, the first of them run three times.
pub fn every_state() -> Comparison {
    let mut all = comparison();
    let first = all.rows[0].race.clone().expect("a race");
    all.rows[0].set_races(vec![first.clone(), first.clone(), first]);
    all.rows[1].race.as_mut().expect("a race").config.quantities = vec![2, 1];
    let mut later: Vec<_> =
        ["decr", "lock_ttl", "function", "sharded", "check_decr"].map(at_hundred).into();
    let failed = later[0].race.as_mut().expect("a race");
    (failed.status, failed.reason) = (Status::Failed, Some("<nil> & 'more'".to_owned()));
    later[1].race.as_mut().expect("a race").status = Status::Cancelled;
    later[2].race.as_mut().expect("a race").status = Status::Running;
    (later[3].race, later[3].not_run) = (None, Some(NotRun::Stopped));
    later[4].race = None;
    all.rows.extend(later);
    all
}

fn at_hundred(strategy: &str) -> ComparisonRow {
    let venue = catalogue::strategy(strategy).expect("a strategy").venues[0];
    let mut row = row(strategy, venue, 10, 0, 40_000.0);
    row.concurrency = 100;
    row
}

fn row(strategy: &str, venue: Venue, won: u64, oversold: u64, rate: f64) -> ComparisonRow {
    let fields = plain([("strategy", strategy), ("venue", venue.name())]);
    let config = RaceConfig::from_fields(&fields).unwrap();
    let mut race = RaceResult::new("7f3a", &config);
    race.status = Status::Finished;
    (race.won, race.shares_won, race.oversold, race.sold_out) = (won, won, oversold, 88 - won);
    (race.commands, race.grabs_per_second, race.counter_final) = (168, rate, Some(-1));
    let waited = |p50, p99| Latency { p50: Some(p50), p99, count: 88, ..Latency::default() };
    race.latency_won_us = waited(340, Some(12_300));
    race.latency_refused_us = waited(90, None);
    let standing = if oversold > 0 { Standing::Broken } else { Standing::Held };
    race.verdict = Property::ALL.iter().map(|each| (*each, Standing::Held)).collect();
    race.verdict.insert(Property::NoOversell, standing);
    race.verdict.insert(Property::Progress, Standing::NotJudged);
    let mut row = ComparisonRow {
        strategy: strategy.to_owned(),
        venue,
        concurrency: config.concurrency,
        not_run: None,
        runs: 0,
        broken: Vec::new(),
        race: None,
    };
    row.set_races(vec![race]);
    row
}
