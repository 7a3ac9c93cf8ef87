//! One statement on one connection: the same few for both kinds of database.

use race_engine::sql::{Arg, Call, Gives};
use redis_model::{Command, Reply};
use sqlx::{ConnectOptions, Connection as _, PgConnection, Row, SqliteConnection};

use super::explain::{self, Failure};
use super::place::Place;
use super::statements::{self, Dialect};
use crate::store::StoreError;

/// Our tables. A race's rows carry its id, and when they were made.
const TABLES: &str = "CREATE TABLE IF NOT EXISTS rpr_stock (
    race TEXT NOT NULL PRIMARY KEY, stock BIGINT NOT NULL,
    made TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE IF NOT EXISTS rpr_orders (
    race TEXT NOT NULL, racer TEXT NOT NULL,
    made TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (race, racer));";
/// A race ends after a minute, so rows this old have nobody who looks after them.
const SWEEP: [&str; 2] = [
    "DELETE FROM rpr_stock WHERE made < datetime('now', '-10 minutes');
    DELETE FROM rpr_orders WHERE made < datetime('now', '-10 minutes');",
    "DELETE FROM rpr_stock WHERE made < CURRENT_TIMESTAMP - interval '10 minutes';
    DELETE FROM rpr_orders WHERE made < CURRENT_TIMESTAMP - interval '10 minutes';",
];
/// Two servers that make the same table at the same instant: one of them would be refused.
const ALONE: &str = "BEGIN; SELECT pg_advisory_xact_lock(782735);";

/// A connection.
pub struct Connection {
    raw: Raw,
    place: Place,
    /// Whether a statement is running; also one that nobody waits for any more.
    is_busy: bool,
    /// Whether a transaction is open.
    in_transaction: bool,
}

enum Raw {
    Sqlite(SqliteConnection),
    /// With the process that serves it.
    Postgres(PgConnection, i32),
}

/// What came of a statement.
enum Found {
    Changed(u64),
    Number(Option<i64>),
    Texts(Vec<String>),
}

/// Runs a statement with its arguments: the same words for types that have no trait in common.
macro_rules! run {
    ($connection:expr, $text:expr, $call:expr) => {{
        let call: &Call<'_> = $call;
        let mut query = sqlx::query($text);
        for (at, arg) in (0..).zip(call.statement.args) {
            query = match arg {
                Arg::Number => query.bind(call.number(at)),
                Arg::Text => query.bind(String::from_utf8_lossy(&call.args[at]).into_owned()),
            };
        }
        match call.statement.gives {
            Gives::Ok | Gives::Changed => {
                query.execute($connection).await.map(|done| Found::Changed(done.rows_affected()))
            }
            Gives::Number | Gives::Locked => match query.fetch_all($connection).await {
                Ok(rows) => rows.first().map(|row| row.try_get(0)).transpose().map(Found::Number),
                Err(error) => Err(error),
            },
            Gives::Texts => match query.fetch_all($connection).await {
                Ok(rows) => rows
                    .iter()
                    .map(|row| row.try_get(0))
                    .collect::<Result<_, _>>()
                    .map(Found::Texts),
                Err(error) => Err(error),
            },
        }
    }};
}

impl Connection {
    /// Connects. In a race that holds transactions nobody waits for a lock: that it is taken is what
    /// the program wants to know.
    pub async fn open(place: &Place, holds: bool) -> Result<Connection, StoreError> {
        let told = |error| explain::connection(&error, place);
        let raw = match place {
            Place::Sqlite(options) => {
                let mut raw = options.connect().await.map_err(told)?;
                if holds {
                    let query = sqlx::query("PRAGMA busy_timeout = 0");
                    query.execute(&mut raw).await.map_err(told)?;
                }
                Raw::Sqlite(raw)
            }
            Place::Postgres(options) => {
                let mut raw = options.connect().await.map_err(told)?;
                let process = sqlx::query_scalar("SELECT pg_backend_pid()");
                let process = process.fetch_one(&mut raw).await.map_err(told)?;
                Raw::Postgres(raw, process)
            }
        };
        Ok(Connection { raw, place: place.clone(), is_busy: false, in_transaction: false })
    }

    /// Whether another may have it as it is.
    pub fn is_clean(&self) -> bool {
        !self.is_busy && !self.in_transaction
    }

    /// Runs a statement. The error is the connection's; what the database refuses is a reply.
    pub async fn call(&mut self, command: &Command) -> Result<Reply, StoreError> {
        let call = match Call::read(command) {
            Ok(call) => call,
            Err(refusal) => return Ok(Reply::Error(refusal.to_string())),
        };
        let refusal = match (call.statement.name, self.in_transaction) {
            ("lock_stock", true) => Some("ERR a transaction is open already"),
            ("commit" | "rollback", false) => Some("ERR no transaction is open"),
            _ => None,
        };
        if let Some(refusal) = refusal {
            return Ok(Reply::Error(refusal.to_owned()));
        }
        // What is dropped in the middle is not clean.
        self.is_busy = true;
        let found = self.run(&call).await;
        let reply = match (call.statement.gives, found.map_err(explain::failure)) {
            (_, Ok(Found::Changed(rows))) => match call.statement.gives {
                Gives::Ok => Reply::Status("OK".to_owned()),
                _ => Reply::Int(rows as i64),
            },
            (Gives::Locked, Ok(Found::Number(row))) => {
                self.in_transaction = row.is_some();
                if row.is_none() {
                    self.undo().await?;
                }
                Reply::Array(row.into_iter().map(Reply::Int).collect())
            }
            (_, Ok(Found::Number(row))) => row.map_or(Reply::Nil, Reply::Int),
            (_, Ok(Found::Texts(rows))) => {
                Reply::Array(rows.into_iter().map(|text| Reply::Bulk(text.into())).collect())
            }
            (Gives::Locked, Err(Failure::Locked(_))) => {
                self.undo().await?;
                Reply::Nil
            }
            (_, Err(Failure::Locked(why) | Failure::Refused(why))) => {
                Reply::Error(format!("ERR {}: {why}", self.place.kind()))
            }
            (_, Err(Failure::Gone(error))) => return Err(explain::broken(&error, &self.place)),
        };
        if matches!(call.statement.name, "commit" | "rollback") {
            self.in_transaction = false;
        }
        self.is_busy = false;
        Ok(reply)
    }

    async fn run(&mut self, call: &Call<'_>) -> Result<Found, sqlx::Error> {
        let dialect = match self.raw {
            Raw::Sqlite(_) => Dialect::Sqlite,
            Raw::Postgres(..) => Dialect::Postgres,
        };
        let texts = statements::of(call.statement.name, dialect);
        let Some((last, first)) = texts.split_last() else {
            return Err(sqlx::Error::RowNotFound);
        };
        for text in first {
            self.plain(text).await?;
        }
        match &mut self.raw {
            Raw::Sqlite(raw) => run!(raw, *last, call),
            Raw::Postgres(raw, _) => run!(raw, *last, call),
        }
    }

    /// Ends a transaction that was begun and has locked nothing; in SQLite there may be none.
    async fn undo(&mut self) -> Result<(), StoreError> {
        match self.plain("ROLLBACK").await.map_err(explain::failure) {
            Err(Failure::Gone(error)) => Err(explain::broken(&error, &self.place)),
            _ => Ok(()),
        }
    }

    /// Makes our tables where they are not, and removes rows that nobody looks after any more.
    pub async fn prepare(&mut self) -> Result<(), StoreError> {
        let (tables, sweep) = match self.raw {
            Raw::Sqlite(_) => (TABLES.to_owned(), SWEEP[0]),
            Raw::Postgres(..) => (format!("{ALONE}{TABLES}COMMIT;"), SWEEP[1]),
        };
        let made = self.several(tables).await;
        let made = match made {
            Ok(()) => self.several(sweep.to_owned()).await,
            error => error,
        };
        made.map_err(|error| explain::connection(&error, &self.place))
    }

    /// Removes a race's rows.
    pub async fn remove(&mut self, race: &str) -> Result<(), StoreError> {
        for text in
            ["DELETE FROM rpr_stock WHERE race = $1", "DELETE FROM rpr_orders WHERE race = $1"]
        {
            let done = match &mut self.raw {
                Raw::Sqlite(raw) => sqlx::query(text).bind(race).execute(raw).await.map(drop),
                Raw::Postgres(raw, _) => sqlx::query(text).bind(race).execute(raw).await.map(drop),
            };
            done.map_err(|error| explain::connection(&error, &self.place))?;
        }
        Ok(())
    }

    /// Closes it. What a transaction has written is undone by the database itself; in SQLite that is
    /// done now, in PostgreSQL once the process of this number has ended.
    pub async fn close(self) -> Option<i32> {
        match self.raw {
            Raw::Sqlite(raw) => {
                let _ = raw.close().await;
                None
            }
            Raw::Postgres(raw, process) => {
                let _ = raw.close().await;
                Some(process)
            }
        }
    }

    /// Whether a process still serves somebody; PostgreSQL has ended its transaction before it is gone.
    pub async fn is_served_by(&mut self, process: i32) -> Result<bool, StoreError> {
        let Raw::Postgres(raw, _) = &mut self.raw else { return Ok(false) };
        let query = sqlx::query("SELECT pid FROM pg_stat_activity WHERE pid = $1").bind(process);
        let found = query.fetch_optional(raw).await;
        found.map(|row| row.is_some()).map_err(|error| explain::connection(&error, &self.place))
    }

    async fn plain(&mut self, text: &'static str) -> Result<(), sqlx::Error> {
        match &mut self.raw {
            Raw::Sqlite(raw) => sqlx::query(text).execute(raw).await.map(drop),
            Raw::Postgres(raw, _) => sqlx::query(text).execute(raw).await.map(drop),
        }
    }

    async fn several(&mut self, text: String) -> Result<(), sqlx::Error> {
        let text = sqlx::AssertSqlSafe(text);
        match &mut self.raw {
            Raw::Sqlite(raw) => sqlx::raw_sql(text).execute(raw).await.map(drop),
            Raw::Postgres(raw, _) => sqlx::raw_sql(text).execute(raw).await.map(drop),
        }
    }
}
