//! What goes wrong with a SQL database, and which error comes of it: never with a password in it.

use race_core::result::Status;
use race_core::trace::Standing;
use race_server::backends::Backends;
use race_server::live;
use race_server::sql::Database;
use race_server::sql::pool::Session;
use race_server::store::{Source, Store};
use redis_model::Reply;
use rstest::rstest;
use sqlx::Connection as _;

use crate::postgres::{self, Postgres};
use crate::support::{becomes, log, wait};

/// Returns why this address is refused.
async fn error_of(url: &str) -> String {
    let opened = match Database::at(url) {
        Ok(database) => database.open().await,
        Err(error) => Err(error),
    };
    opened.expect_err(url).to_string()
}

/// A Redis of one's own beside this database.
async fn on_database(database: Database) -> Backends {
    let redis = Store::open(Source::Private(None)).await.expect("a redis-server on PATH");
    Backends::new(redis, database)
}

#[rstest]
#[case::a_closed_port(
    "postgres://app:secret@127.0.0.1:1/name",
    "No PostgreSQL answers at 127.0.0.1:1"
)]
#[case::no_such_socket(
    "postgres://app:secret@h/name?host=/nowhere",
    "No PostgreSQL answers at /nowhere"
)]
#[case::another_kind("mysql://app:secret@127.0.0.1/name", "not of its form")]
#[case::no_such_folder("sqlite:/nowhere/secret.db", "cannot be opened")]
#[case::no_path("sqlite:", "is not of its form")]
#[case::in_memory("sqlite::memory:", "cannot be shared")]
fn what_cannot_be_reached_is_named_by_its_address(#[case] url: &str, #[case] expected: &str) {
    let error = wait(error_of(url));
    assert!(error.contains(expected) && !error.contains("app:secret"), "{error}");
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let text = "not a database, but something that somebody needs".repeat(50);
    std::fs::write(file.path(), &text).expect("written");
    let error = wait(error_of(&format!("sqlite:{}", file.path().display())));
    assert!(error.contains("is no SQLite database"), "{error}");
    assert_eq!(std::fs::read_to_string(file.path()).expect("it is there"), text);
}

#[test]
fn a_wrong_password_is_refused_without_it_and_the_right_one_races() {
    wait(async {
        let postgres = postgres::shared();
        let error = error_of(&postgres.url_with("guess")).await;
        let expected = "refused the user name or the password";
        assert!(error.contains(expected) && !error.contains("guess"), "{error}");
        let database = Database::at(&postgres.url_over_tcp()).expect("an address");
        let backends = on_database(database).await;
        let result = live::run(&backends, log("sql-login", "strategy=sql_guarded")).await;
        assert_eq!((result.status, result.won), (Status::Finished, 10), "{:?}", result.reason);
        backends.close().await;
    });
}

#[test]
fn a_database_that_is_gone_fails_its_races_and_no_others_until_it_is_back() {
    let mut postgres = Postgres::new();
    let database = Database::at(&postgres.url_over_tcp()).expect("an address");
    let backends = wait(on_database(database));
    let words = "strategy=sql_guarded racers=500 shares=500 concurrency=4 jitter_ms=20000";
    let log_of = |id, words| log(&format!("sql-gone-{id}"), words);
    let race = |id, words| wait(live::run(&backends, log_of(id, words)));

    let running = log_of("running", words);
    let result = wait(async {
        let (result, ()) = tokio::join!(live::run(&backends, running.clone()), async {
            becomes("some have won", || async { running.result().won > 0 }).await;
            tokio::task::block_in_place(|| postgres.stop());
        });
        result
    });
    let reason = result.reason.expect("a reason");
    assert_eq!(result.status, Status::Failed, "{reason}");
    assert!(reason.contains("broke off") && !reason.contains("right"), "{reason}");
    assert!(!result.verdict.values().any(|standing| *standing == Standing::Held));

    let result = race("while", "strategy=sql_guarded");
    let reason = result.reason.expect("a reason");
    assert_eq!(result.status, Status::Failed, "{reason}");
    assert!(reason.contains("No PostgreSQL answers at 127.0.0.1"), "{reason}");
    let redis = race("redis", "strategy=atomic venue=server");
    assert_eq!((redis.status, redis.won), (Status::Finished, 10));

    postgres.start();
    let result = race("after", "strategy=sql_for_update lockstep=true attempts=100");
    assert_eq!((result.status, result.won), (Status::Finished, 10), "{:?}", result.reason);
    wait(backends.close());
}

#[test]
fn rows_of_races_long_over_are_swept_and_what_is_not_ours_stays() {
    wait(async {
        let url = postgres::shared().url();
        let database = Database::at(&url).expect("an address");
        database.open().await.expect("it opens");
        let mut other = sqlx::PgConnection::connect(&url).await.expect("a connection");
        for text in [
            "CREATE TABLE stock (race TEXT)",
            "INSERT INTO stock VALUES ('sql-ghost')",
            "INSERT INTO rpr_stock VALUES ('sql-ghost', 5, now() - interval '11 minutes')",
            "INSERT INTO rpr_orders VALUES ('sql-ghost', '7', now() - interval '11 minutes')",
            "INSERT INTO rpr_orders VALUES ('sql-living', '7', now() - interval '9 minutes')",
        ] {
            sqlx::query(text).execute(&mut other).await.expect(text);
        }
        database.open().await.expect("it sweeps");
        for (text, rows) in [
            ("SELECT count(*) FROM stock", 1),
            ("SELECT count(*) FROM rpr_stock WHERE race = 'sql-ghost'", 0),
            ("SELECT count(*) FROM rpr_orders WHERE race = 'sql-ghost'", 0),
            ("SELECT count(*) FROM rpr_orders WHERE race = 'sql-living'", 1),
        ] {
            let count: i64 = sqlx::query_scalar(text).fetch_one(&mut other).await.expect(text);
            assert_eq!(count, rows, "{text}");
        }
    });
}

/// PostgreSQL takes no text with a zero byte in it, and from then on nothing but ROLLBACK: the next
/// one who gets the connection must find none of that.
#[test]
fn a_refused_statement_leaves_no_transaction_behind_for_the_next_one_on_its_connection() {
    wait(async {
        let database = Database::at(&postgres::shared().url()).expect("an address");
        let pool = database.pool(1, true).await.expect("a connection");
        let call = async |name: &str, args: &[&str]| {
            pool.clone().call(race_engine::sql::command(name, args)).await.expect("an answer")
        };
        for _ in 0..3 {
            let refused = call("lock_stock", &["sql\0poison"]).await;
            assert!(matches!(&refused, Reply::Error(why) if why.contains("0x00")), "{refused:?}");
            assert_eq!(call("read_stock", &["sql-poison"]).await, Reply::Nil);
        }
    });
}

/// The same in the middle of a transaction: it is over, and nothing of it can be committed any more.
#[test]
fn a_statement_refused_in_mid_transaction_ends_it_and_what_it_had_written_is_undone() {
    wait(async {
        let database = Database::at(&postgres::shared().url()).expect("an address");
        let pool = database.pool(1, true).await.expect("connections");
        let write = |stock: &str| race_engine::sql::command("write_stock", ["sql-undone", stock]);
        let load = race_engine::sql::command("load_stock", ["sql-undone", "5"]);
        pool.clone().call(load).await.expect("an answer");
        let mut session = Session::new(&pool);
        let lock = race_engine::sql::command("lock_stock", ["sql-undone"]);
        assert_eq!(session.call(&lock).await.unwrap(), Reply::Array(vec![Reply::Int(5)]));
        assert_eq!(session.call(&write("4")).await.unwrap(), Reply::Int(1));
        let refused = race_engine::sql::command("insert_order", ["sql-undone", "\0"]);
        assert!(matches!(session.call(&refused).await.unwrap(), Reply::Error(_)));
        let commit = race_engine::sql::command::<&str>("commit", []);
        let too_late = session.call(&commit).await.unwrap();
        assert_eq!(too_late, Reply::Error("ERR no transaction is open".to_owned()));
        drop(session);
        let read = race_engine::sql::command("read_stock", ["sql-undone"]);
        assert_eq!(pool.clone().call(read).await.unwrap(), Reply::Int(5));
        database.leave("sql-undone").await.expect("it leaves");
    });
}
