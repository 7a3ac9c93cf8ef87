//! The connections of one race: at most 32, each for one statement, or for as long as a grab lives.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::try_join_all;
use race_core::config::SQL_CONNECTIONS_MAX;
use redis_model::{Command, Reply};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::address::Place;
use super::connection::Connection;
use crate::store::StoreError;

/// How often we look whether PostgreSQL has noticed that somebody is gone.
const LOOK: Duration = Duration::from_millis(1);

/// The connections of one race. It lives on the runtime that opened it.
pub struct Pool {
    place: Place,
    holds: bool,
    seats: Arc<Semaphore>,
    resting: Mutex<Vec<Connection>>,
}

impl Pool {
    /// Opens so many, so that no grab pays for that.
    pub async fn open(
        place: Place,
        connections: u32,
        holds: bool,
    ) -> Result<Arc<Pool>, StoreError> {
        let connections = connections.clamp(1, SQL_CONNECTIONS_MAX);
        let opening = (0..connections).map(|_| Connection::open(&place, holds));
        let resting = Mutex::new(try_join_all(opening).await?);
        let seats = Arc::new(Semaphore::new(SQL_CONNECTIONS_MAX as usize));
        Ok(Arc::new(Pool { place, holds, seats, resting }))
    }

    /// Runs one statement on whichever connection is free.
    pub async fn call(self: Arc<Pool>, command: Command) -> Result<Reply, StoreError> {
        Line::new(&self).call(&command).await
    }

    fn resting(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection of one's own, from the first statement on.
pub struct Line {
    pool: Arc<Pool>,
    held: Option<(Connection, OwnedSemaphorePermit)>,
}

impl Line {
    /// None yet.
    pub fn new(pool: &Arc<Pool>) -> Line {
        Line { pool: pool.clone(), held: None }
    }

    /// Runs a statement, once there is a connection for it.
    pub async fn call(&mut self, command: &Command) -> Result<Reply, StoreError> {
        self.connection().await?.call(command).await
    }

    /// Breaks the connection off, as somebody does who dies, and waits until the database has undone
    /// what was not committed: how long it takes to notice is not part of an order.
    pub async fn break_off(mut self) -> Result<(), StoreError> {
        let Some((connection, seat)) = self.held.take() else { return Ok(()) };
        let process = connection.close().await;
        drop(seat);
        let Some(process) = process else { return Ok(()) };
        let place = self.pool.place.clone();
        let look = async {
            while self.connection().await?.is_served_by(process).await? {
                tokio::time::sleep(LOOK).await;
            }
            Ok(())
        };
        super::in_time(&place, look).await
    }

    async fn connection(&mut self) -> Result<&mut Connection, StoreError> {
        if self.held.is_none() {
            let seat = self.pool.seats.clone().acquire_owned().await;
            let seat = seat.map_err(|_| StoreError::new("The race's connections are closed."))?;
            let rested = self.pool.resting().pop();
            let connection = match rested {
                Some(connection) => connection,
                None => Connection::open(&self.pool.place, self.pool.holds).await?,
            };
            self.held = Some((connection, seat));
        }
        match &mut self.held {
            Some((connection, _)) => Ok(connection),
            None => Err(StoreError::new("The race has no connection to its database.")),
        }
    }
}

impl Drop for Line {
    /// Another gets the connection, unless something of this one may be left there.
    fn drop(&mut self) {
        if let Some((connection, seat)) = self.held.take() {
            if connection.is_clean() {
                self.pool.resting().push(connection);
            }
            drop(seat);
        }
    }
}
