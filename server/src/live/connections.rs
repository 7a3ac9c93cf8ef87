//! The connections of a race whose grabs send their own commands: one to Redis for all, or, where a grab
//! leaves something on its connection, one for each grab in flight; and the same for the SQL database.

use std::collections::BTreeMap;
use std::sync::Arc;

use race_engine::sql::is_statement;
use redis_model::{Command, Reply};
use tokio::sync::Mutex;

use super::error::RaceError;
use super::setup::Setup;
use crate::sql::pool::{Pool, Session};
use crate::sql::rows;
use crate::store::connection::Connection;

/// The connections of a race whose grabs send their own commands.
pub struct Connections {
    setup: Arc<Setup>,
    /// Connections to Redis that no grab has now, where each needs one of its own.
    idle: Vec<Connection>,
    /// Those that grabs have.
    held: BTreeMap<u32, Connection>,
    /// The grabs' own connections to the database, where they hold transactions.
    sessions: BTreeMap<u32, Arc<Mutex<Session>>>,
}

/// Where one command goes.
pub enum Destination {
    /// To Redis.
    Redis(Connection),
    /// To the database, on any connection.
    Sql(Arc<Pool>),
    /// To the database, on the grab's own connection.
    Session(Arc<Mutex<Session>>),
}

impl Destination {
    /// Sends a command.
    ///
    /// # Errors
    ///
    /// Fails if the connection does; what is refused is a reply.
    pub async fn call(self, command: Command) -> Result<Reply, RaceError> {
        Ok(match self {
            Destination::Redis(connection) => connection.call(&command).await?,
            Destination::Sql(pool) => pool.call(command).await?,
            Destination::Session(session) => session.lock().await.call(&command).await?,
        })
    }
}

impl Connections {
    /// Returns the connections of a race at its beginning.
    pub fn new(setup: &Arc<Setup>) -> Connections {
        let (held, sessions) = (BTreeMap::new(), BTreeMap::new());
        Connections { setup: setup.clone(), idle: Vec::new(), held, sessions }
    }

    /// Returns where this command of a grab's goes.
    ///
    /// # Errors
    ///
    /// Fails if a connection of its own does not come about.
    pub async fn destination(
        &mut self,
        grab: u32,
        command: &Command,
    ) -> Result<Destination, RaceError> {
        match &self.setup.sql {
            Some(pool) if is_statement(command) && self.setup.holds_transaction => {
                let new = || Arc::new(Mutex::new(Session::new(pool)));
                let session = self.sessions.entry(grab).or_insert_with(new);
                Ok(Destination::Session(session.clone()))
            }
            Some(pool) if is_statement(command) => Ok(Destination::Sql(pool.clone())),
            _ => Ok(Destination::Redis(self.redis(grab).await?)),
        }
    }

    /// Sends commands of the race itself, which are no grab's.
    ///
    /// # Errors
    ///
    /// Fails if a connection does or if the database refuses a statement.
    pub async fn call_all(&self, commands: &[Command]) -> Result<(), RaceError> {
        let redis: Vec<_> = commands.iter().filter(|each| !is_statement(each)).cloned().collect();
        if !redis.is_empty() {
            self.setup.redis.call_all(&redis).await?;
        }
        if let Some(pool) = &self.setup.sql {
            rows::ask(pool, commands.iter().cloned()).await?;
        }
        Ok(())
    }

    async fn redis(&mut self, grab: u32) -> Result<Connection, RaceError> {
        if !self.setup.needs_own_connection {
            return Ok(self.setup.redis.clone());
        }
        if let Some(connection) = self.held.get(&grab) {
            return Ok(connection.clone());
        }
        let connection = match self.idle.pop() {
            Some(idle) => idle,
            None => self.setup.connector.connect(None).await?,
        };
        self.held.insert(grab, connection.clone());
        Ok(connection)
    }

    /// Takes back the connections of a grab that has ended: another gets them, or, if something of the
    /// grab may be left there, they are closed. (A session knows for itself whether something is.)
    pub fn release(&mut self, grab: u32, is_clean: bool) {
        self.idle.extend(self.held.remove(&grab).filter(|_| is_clean));
        self.sessions.remove(&grab);
    }

    /// Breaks off the connections of a grab that has died, so that what it had begun there is undone.
    ///
    /// # Errors
    ///
    /// Fails if the database does not notice in time.
    pub async fn break_off(&mut self, grab: u32) -> Result<(), RaceError> {
        let session = self.sessions.remove(&grab);
        self.release(grab, false);
        if let Some(session) = session.and_then(Arc::into_inner) {
            session.into_inner().break_off().await?;
        }
        Ok(())
    }
}
