//! One statement on one connection: the same few for both kinds of database.

use race_engine::sql::{Arg, Call, Gives};
use redis_model::{Command, Reply};
use sqlx::{ConnectOptions, Connection as _, PgConnection, Row, SqliteConnection};

use super::address::Address;
use super::error::SqlError;
use super::explain::{self, Failure};
use super::schema;
use super::statements::{self, Dialect};

/// A connection to a SQL database.
pub struct Connection {
    raw: Raw,
    address: Address,
    /// True while a statement is running, also one whose caller has gone.
    is_busy: bool,
    /// True while a transaction is open.
    in_transaction: bool,
}

/// A process of PostgreSQL that has served a connection, by its number.
pub struct Process(i32);

enum Raw {
    Sqlite(SqliteConnection),
    /// With the process that serves it.
    Postgres(PgConnection, i32),
}

/// The result of a statement.
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
    /// Connects. In a race that holds transactions no statement waits for a lock: that it is taken is what
    /// the program wants to know.
    ///
    /// # Errors
    ///
    /// Fails if nothing answers there, or if the login is refused.
    pub async fn open(address: &Address, holds: bool) -> Result<Connection, SqlError> {
        let failed = |error| explain::connection(&error, address);
        let raw = match address {
            Address::Sqlite(options) => {
                let mut raw = options.connect().await.map_err(failed)?;
                if holds {
                    let query = sqlx::query("PRAGMA busy_timeout = 0");
                    query.execute(&mut raw).await.map_err(failed)?;
                }
                Raw::Sqlite(raw)
            }
            Address::Postgres(options) => {
                let mut raw = options.connect().await.map_err(failed)?;
                let process = sqlx::query_scalar("SELECT pg_backend_pid()");
                let process = process.fetch_one(&mut raw).await.map_err(failed)?;
                Raw::Postgres(raw, process)
            }
        };
        Ok(Connection { raw, address: address.clone(), is_busy: false, in_transaction: false })
    }

    /// Returns true if another may have it as it is.
    pub fn is_clean(&self) -> bool {
        !self.is_busy && !self.in_transaction
    }

    /// Runs a statement.
    ///
    /// # Errors
    ///
    /// Fails if the connection does; what the database refuses is a reply.
    pub async fn call(&mut self, command: &Command) -> Result<Reply, SqlError> {
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
            (gives, Err(Failure::Locked(why) | Failure::Refused(why))) => {
                // PostgreSQL takes nothing but ROLLBACK from here on; and what was written before must
                // not be committed as if nothing had happened.
                if self.in_transaction || gives == Gives::Locked {
                    self.undo().await?;
                    self.in_transaction = false;
                }
                Reply::Error(format!("ERR {}: {why}", self.address.kind()))
            }
            (_, Err(Failure::Gone(error))) => return Err(explain::broken(&error, &self.address)),
        };
        if matches!(call.statement.name, "commit" | "rollback") {
            self.in_transaction = false;
        }
        self.is_busy = false;
        Ok(reply)
    }

    async fn run(&mut self, call: &Call<'_>) -> Result<Found, sqlx::Error> {
        let texts = statements::of(call.statement.name, self.dialect());
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
    async fn undo(&mut self) -> Result<(), SqlError> {
        match self.plain("ROLLBACK").await.map_err(explain::failure) {
            Err(Failure::Gone(error)) => Err(explain::broken(&error, &self.address)),
            _ => Ok(()),
        }
    }

    /// Makes our tables where they are not, and removes rows of races long over.
    ///
    /// # Errors
    ///
    /// Fails if the database refuses that or is gone.
    pub async fn prepare(&mut self) -> Result<(), SqlError> {
        let dialect = self.dialect();
        let made = match self.several(schema::tables(dialect)).await {
            Ok(()) => self.several(schema::sweep(dialect).to_owned()).await,
            error => error,
        };
        made.map_err(|error| explain::connection(&error, &self.address))
    }

    /// Removes a race's rows.
    ///
    /// # Errors
    ///
    /// Fails if the database refuses that or is gone.
    pub async fn remove(&mut self, race: &str) -> Result<(), SqlError> {
        for text in schema::REMOVE {
            let done = match &mut self.raw {
                Raw::Sqlite(raw) => sqlx::query(text).bind(race).execute(raw).await.map(drop),
                Raw::Postgres(raw, _) => sqlx::query(text).bind(race).execute(raw).await.map(drop),
            };
            done.map_err(|error| explain::connection(&error, &self.address))?;
        }
        Ok(())
    }

    /// Closes it. What a transaction has written is undone by the database itself; in SQLite that is
    /// done now, in PostgreSQL once the returned process has ended.
    pub async fn close(self) -> Option<Process> {
        match self.raw {
            Raw::Sqlite(raw) => {
                let _ = raw.close().await;
                None
            }
            Raw::Postgres(raw, process) => {
                let _ = raw.close().await;
                Some(Process(process))
            }
        }
    }

    /// Returns true while a process exists; PostgreSQL has ended its transaction before it is gone.
    ///
    /// # Errors
    ///
    /// Fails if the database is gone.
    pub async fn exists(&mut self, process: &Process) -> Result<bool, SqlError> {
        let Raw::Postgres(raw, _) = &mut self.raw else { return Ok(false) };
        let query = sqlx::query("SELECT pid FROM pg_stat_activity WHERE pid = $1").bind(process.0);
        let found = query.fetch_optional(raw).await;
        found.map(|row| row.is_some()).map_err(|error| explain::connection(&error, &self.address))
    }

    fn dialect(&self) -> Dialect {
        match self.raw {
            Raw::Sqlite(_) => Dialect::Sqlite,
            Raw::Postgres(..) => Dialect::Postgres,
        }
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
