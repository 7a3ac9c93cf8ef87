//! The connections of one race: at most 32, each for one statement, or for as long as a grab lives.
//!
//! It is a pool of our own because a race measures what a grab waits for. The one of sqlx pings the
//! server whenever a connection is handed back, so every statement would cost a second round trip that
//! no application with a warm connection pays.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::try_join_all;
use race_core::config::SQL_CONNECTIONS_MAX;
use redis_model::{Command, Reply};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::address::Address;
use super::connection::{Connection, Process};
use super::deadline::in_time;
use super::error::SqlError;

/// How often we look whether PostgreSQL has noticed that a connection is gone.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// The connections of one race. It lives on the runtime that opened it.
pub struct Pool {
    address: Address,
    /// True if grabs hold transactions.
    holds: bool,
    /// A permit for each connection that there may be.
    permits: Arc<Semaphore>,
    idle: Mutex<Vec<Connection>>,
}

impl Pool {
    /// Opens this many connections, so that no grab pays for that.
    ///
    /// # Errors
    ///
    /// Fails if one of them does not come about.
    pub async fn open(
        address: Address,
        connections: u32,
        holds: bool,
    ) -> Result<Arc<Pool>, SqlError> {
        let connections = connections.clamp(1, SQL_CONNECTIONS_MAX);
        let opening = (0..connections).map(|_| Connection::open(&address, holds));
        let idle = Mutex::new(try_join_all(opening).await?);
        let permits = Arc::new(Semaphore::new(SQL_CONNECTIONS_MAX as usize));
        Ok(Arc::new(Pool { address, holds, permits, idle }))
    }

    /// Runs one statement on any free connection.
    ///
    /// # Errors
    ///
    /// Fails if the connection does; what the database refuses is a reply.
    pub async fn call(self: Arc<Pool>, command: Command) -> Result<Reply, SqlError> {
        Session::new(&self).call(&command).await
    }

    /// Returns the error of an answer that did not come in time.
    pub fn silent(&self) -> SqlError {
        SqlError::Silent(self.address.to_where())
    }

    async fn acquire(&self) -> Result<Held, SqlError> {
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| SqlError::Closed)?;
        let idle = self.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => Connection::open(&self.address, self.holds).await?,
        };
        Ok(Held { connection, permit })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Statements that share one connection of a pool, from the first of them on.
pub struct Session {
    pool: Arc<Pool>,
    held: Option<Held>,
}

/// A connection that is in use.
struct Held {
    connection: Connection,
    permit: OwnedSemaphorePermit,
}

impl Session {
    /// Returns a session that has no connection yet.
    pub fn new(pool: &Arc<Pool>) -> Session {
        Session { pool: pool.clone(), held: None }
    }

    /// Runs a statement, once there is a connection for it.
    ///
    /// # Errors
    ///
    /// Fails if the connection does; what the database refuses is a reply.
    pub async fn call(&mut self, command: &Command) -> Result<Reply, SqlError> {
        self.connection().await?.call(command).await
    }

    /// Breaks the connection off, as a grab does that dies, and waits until the database has undone
    /// what was not committed: how long it takes to notice is not part of an order.
    ///
    /// # Errors
    ///
    /// Fails if the database does not notice in time.
    pub async fn break_off(mut self) -> Result<(), SqlError> {
        let Some(Held { connection, permit }) = self.held.take() else { return Ok(()) };
        let process = connection.close().await;
        drop(permit);
        match process {
            Some(process) => in_time(&self.pool.address.clone(), self.until_gone(process)).await,
            None => Ok(()),
        }
    }

    async fn until_gone(&mut self, process: Process) -> Result<(), SqlError> {
        while self.connection().await?.exists(&process).await? {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Ok(())
    }

    async fn connection(&mut self) -> Result<&mut Connection, SqlError> {
        let held = match self.held.take() {
            Some(held) => held,
            None => self.pool.acquire().await?,
        };
        Ok(&mut self.held.insert(held).connection)
    }
}

impl Drop for Session {
    /// Another gets the connection, unless something of this session may be left there.
    fn drop(&mut self) {
        if let Some(Held { connection, permit }) = self.held.take() {
            if connection.is_clean() {
                self.pool.idle().push(connection);
            }
            drop(permit);
        }
    }
}
