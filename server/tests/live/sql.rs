//! The SQL strategies on real databases: SQLite, and a PostgreSQL that this test starts for itself.

use std::sync::Arc;

use race_core::RaceConfig;
use race_core::result::{RaceResult, Status};
use race_core::trace::{Property, Standing, Step, Touch, Verb};
use race_engine::simulate::simulate;
use race_server::backends::Backends;
use race_server::live::{self, Cursor, Log};
use race_server::sql::Database;
use race_server::store::{Source, Store};
use rstest::rstest;

use crate::exact::{step_without_times, without_times};
use crate::postgres;
use crate::support::{Raced, config, trials, wait};
use crate::values;

/// Which database.
#[derive(Clone, Copy, Debug)]
pub enum On {
    Sqlite,
    Postgres,
}

/// The Redis and the database that the tests share.
pub async fn backends(on: On) -> &'static Backends {
    static BACKENDS: [tokio::sync::OnceCell<Backends>; 2] =
        [const { tokio::sync::OnceCell::const_new() }; 2];
    let open = || async {
        let redis = Store::open(Source::Private(None)).await.expect("a redis-server on PATH");
        match on {
            On::Sqlite => Backends::from(redis),
            On::Postgres => {
                let url = postgres::shared().url();
                Backends::new(redis, Database::at(&url).expect("an address"))
            }
        }
    };
    BACKENDS[on as usize].get_or_init(open).await
}

static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Runs a race on it; each test takes an id of its own.
async fn race_on(on: On, id: &str, config: &RaceConfig) -> Raced {
    let log = Log::new(id, config);
    let result = run(on, log.clone()).await;
    let (_, steps, tallies) = log.read(&mut Cursor::default(), usize::MAX);
    Raced { result, steps, tallies }
}

/// Runs the race of a log on it.
pub async fn run(on: On, log: Arc<Log>) -> RaceResult {
    // SQLite's lock is the whole file's, so that two races on it would get into each other's way.
    let _alone = match on {
        On::Sqlite => Some(ALONE.lock().await),
        On::Postgres => None,
    };
    live::run(backends(on).await, log).await
}

fn race(on: On, id: &str, words: &str) -> Raced {
    let raced = wait(race_on(on, &format!("{id}-{on:?}"), &config(words)));
    assert_eq!(raced.result.status, Status::Finished, "{words}: {:?}", raced.result.reason);
    raced
}

#[rstest]
fn a_check_and_an_update_oversell_by_70_in_lockstep(#[values(On::Sqlite, On::Postgres)] on: On) {
    let result = race(on, "sql-70", "strategy=sql_check_update lockstep=true").result;
    assert_eq!((result.won, result.sold_out, result.oversold), (80, 8, 70));
    assert_eq!(result.counter_final, Some(0));
}

/// More races in an order that is decided beforehand: each must go the same on the model.
const ORDERED: &[&str] = &[
    "strategy=sql_check_update lockstep=true stock=absent racers=8",
    // One dies with the lock in its hand; the next one gets it.
    "strategy=sql_for_update owners=0,1 shares=1 schedule=0.0.0.x0.1",
    // One is refused while the other is in the middle, and gets the lock behind it.
    "strategy=sql_for_update owners=0,1 shares=2 schedule=0.1.0.1.0.0.1",
    "strategy=sql_for_update owners=0,0 shares=2 schedule=0.0.0.0.1",
    "strategy=sql_for_update owners=0,1 shares=1 schedule=0.0.0.0.r0.1",
    "strategy=sql_guarded owners=0,1 shares=1 schedule=0.r0.1",
];

#[rstest]
fn the_model_and_the_database_go_the_same_way_step_by_step(
    #[values(On::Sqlite, On::Postgres)] on: On,
) {
    let rows = values::SQL_ROWS
        .iter()
        .map(|(words, expected)| (format!("{words} lockstep=true"), *expected));
    let ordered = ORDERED.iter().map(|words| ((*words).to_owned(), ""));
    for (words, expected) in rows.chain(ordered) {
        let live = race(on, &format!("sql-{}", words.replace([' ', '='], "-")), &words);
        let model = simulate(&config(&words));
        assert_eq!(values::shown(&live.result, expected), expected, "{words}");
        assert_eq!(without_times(&live.result), without_times(&model.result), "{words}");
        let plain = |steps: &[Step]| steps.iter().map(step_without_times).collect::<Vec<_>>();
        assert_eq!(plain(&live.steps), plain(&model.steps), "{words}");
    }
}

#[rstest]
fn a_guarded_update_and_a_locked_row_are_exact_however_it_goes(
    #[values(On::Sqlite, On::Postgres)] on: On,
    #[values("sql_guarded", "sql_for_update attempts=1000")] strategy: &str,
) {
    for seed in 0..trials(3, 20) {
        let words = format!("strategy={strategy} shares=40 racers=200 concurrency=50 seed={seed}");
        let id = format!("sql-exact-{}-{seed}", strategy.len());
        let result = race(on, &id, &words).result;
        assert_eq!((result.won, result.sold_out), (40, 160), "{words}: {result:?}");
        assert_eq!((result.counter_final, result.counter_min), (Some(0), Some(0)), "{words}");
        let orders = strategy.starts_with("sql_for_update").then_some(40);
        assert_eq!(result.recorded, orders, "{words}");
        assert!(result.verdict.values().all(|each| *each != Standing::Broken), "{result:?}");
    }
}

#[rstest]
fn a_check_and_an_update_oversell_when_nobody_orders_them(
    #[values(On::Sqlite, On::Postgres)] on: On,
) {
    let words = "strategy=sql_check_update shares=30 racers=200 concurrency=32 gap_ms=1";
    let result = race(on, "sql-luck", words).result;
    assert!((31..=200).contains(&result.won), "{} won", result.won);
    assert_eq!(result.verdict[&Property::NoOversell], Standing::Broken);
}

/// A double click: the row's key, race and racer, is unique, whichever grab comes first.
#[rstest]
fn one_racer_gets_one_order_however_often_it_grabs(#[values(On::Sqlite, On::Postgres)] on: On) {
    let words = "strategy=sql_for_update racers=4 grabs_per_racer=25 shares=20 attempts=1000";
    let result = race(on, "sql-one", words).result;
    assert_eq!((result.won, result.duplicate), (4, 96), "{result:?}");
    assert_eq!((result.recorded, result.counter_final), (Some(4), Some(16)));
}

/// A lock that is let go before the commit makes two rows of one share. Here the lock is the row's
/// own, and only COMMIT lets it go: whenever the second one comes, there is one row.
#[rstest]
fn one_share_makes_one_row_whenever_the_second_one_comes(
    #[values(On::Sqlite, On::Postgres)] on: On,
) {
    for before in 0..=4 {
        let turns = ["0"; 4];
        let (first, rest) = turns.split_at(before);
        let schedule = [first, &["1", "1"], rest].concat().join(".");
        let words = format!("strategy=sql_for_update owners=0,1 shares=1 schedule={schedule}");
        let result = race(on, &format!("sql-row-{before}"), &words).result;
        assert_eq!((result.won, result.recorded), (1, Some(1)), "{words}");
        assert_eq!(result.counter_final, Some(0), "{words}");
    }
}

#[test]
fn what_a_transaction_wrote_is_seen_in_its_commit_and_not_before() {
    let raced =
        race(On::Sqlite, "sql-touch", "strategy=sql_for_update racers=1 shares=2 lockstep=true");
    let seen: Vec<_> = raced.steps.iter().map(|step| (step.verb, step.touch)).collect();
    let none = (Verb::Sql, Touch::None);
    let (read, wrote) = ((Verb::Sql, Touch::Read(2)), (Verb::Sql, Touch::Wrote(1)));
    assert_eq!(seen, [read, none, none, wrote]);
}

#[rstest]
fn a_race_leaves_no_row_behind_and_a_sweep_takes_only_what_is_old(
    #[values(On::Sqlite, On::Postgres)] on: On,
) {
    wait(async {
        let words = "strategy=sql_for_update racers=20 attempts=500";
        race_on(on, "sql-clean", &config(words)).await;
        let database = &backends(on).await.sql;
        let pool = database.pool(1, false).await.expect("connections");
        let ask = async |line: &str| {
            let mut words = line.split(' ');
            let name = words.next().unwrap_or_default();
            let command = race_engine::sql::command(name, words);
            pool.clone().call(command).await.expect("an answer")
        };
        use redis_model::Reply;
        assert_eq!(ask("read_stock sql-clean").await, Reply::Nil);
        assert_eq!(ask("read_orders sql-clean").await, Reply::Array(Vec::new()));
        ask("load_stock sql-young 5").await;
        database.open().await.expect("it sweeps");
        assert_eq!(ask("read_stock sql-young").await, Reply::Int(5));
        database.leave("sql-young").await.expect("it leaves");
        assert_eq!(ask("read_stock sql-young").await, Reply::Nil);
    });
}

#[test]
fn more_in_flight_than_there_are_connections_wait_for_one_and_all_are_served() {
    let words = "strategy=sql_for_update shares=60 racers=120 concurrency=100 attempts=1000";
    let RaceResult { won, sold_out, .. } = race(On::Postgres, "sql-many", words).result;
    assert_eq!((won, sold_out), (60, 60));
}
