//! What a race runs on: its connections, with its keys and rows set before it and read after it.

use std::sync::Arc;

use race_core::trace::Venue;
use race_engine::keyspace::{Holdings, Keyspace};
use tokio::time::timeout;

use super::error::RaceError;
use crate::limits::ANSWER_TIME_MAX;
use crate::sql::pool::Pool;
use crate::sql::rows;
use crate::store::connection::{Connection, Script};
use crate::store::connector::Connector;
use crate::store::{StoreError, keyspace};

/// The connections of one race. They live on the runtime that opened them.
pub struct Setup {
    /// The connection for all grabs that need none of their own.
    pub redis: Connection,
    /// What opens further ones.
    pub connector: Connector,
    /// The program, where it runs inside Redis.
    pub script: Option<Script>,
    /// Connections to the SQL database, where the program speaks to one.
    pub sql: Option<Arc<Pool>>,
    /// True if each grab needs a connection to Redis of its own, because it leaves something there.
    pub needs_own_connection: bool,
    /// True if grabs hold transactions, so that each keeps its connection to the database.
    pub holds_transaction: bool,
}

impl Setup {
    /// Connects and sets the race's keys and rows.
    ///
    /// # Errors
    ///
    /// Fails if Redis or the database cannot be used or refuses them.
    pub async fn prepare(
        connector: Connector,
        sql: Option<Arc<Pool>>,
        at: &Keyspace<'_>,
    ) -> Result<Setup, RaceError> {
        let redis = connector.connect(None).await?;
        let script = in_time(keyspace::prepare(&redis, at), || redis.silent()).await?;
        if let Some(pool) = &sql {
            in_time(rows::prepare(pool, at), || pool.silent()).await?;
        }
        Ok(Setup {
            redis,
            connector,
            script,
            sql,
            needs_own_connection: at.config.venue == Venue::Client && at.program.needs_connection(),
            holds_transaction: at.program.holds_transaction(),
        })
    }

    /// Reads what Redis and the database finally hold.
    ///
    /// # Errors
    ///
    /// Fails if one of them cannot be read.
    pub async fn read(&self, at: &Keyspace<'_>) -> Result<Holdings, RaceError> {
        let unread = |_: StoreError| {
            let address = self.redis.address().to_owned();
            RaceError::RedisUnread { address }
        };
        let silent = || self.redis.silent();
        let redis = in_time(keyspace::read(&self.redis, at), silent).await.map_err(unread)?;
        let Some(pool) = &self.sql else { return Ok(redis) };
        let silent = || pool.silent();
        let sql = in_time(rows::read(pool, at), silent).await.map_err(RaceError::SqlUnread)?;
        let (counter, recorded) = (redis.counter.or(sql.counter), redis.recorded.or(sql.recorded));
        Ok(Holdings { counter, recorded })
    }
}

/// Returns what the work returns, if it is done in time: a race's connections themselves have no limit.
async fn in_time<T, E>(
    work: impl Future<Output = Result<T, E>>,
    silent: impl FnOnce() -> E,
) -> Result<T, E> {
    timeout(ANSWER_TIME_MAX, work).await.unwrap_or_else(|_| Err(silent()))
}
