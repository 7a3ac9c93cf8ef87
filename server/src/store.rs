//! The one module that speaks to Redis.
//!
//! Reading order: [`Store`] here (which Redis, and is it fit), [`connection`] (one connection),
//! [`connector`] (opens them), `location` (URLs), `child` and `private` (the private Redis), `registry`
//! (the races whose keys exist), [`keyspace`] (a race's keys, before and after), [`monitor`] (what Redis
//! runs), [`error`] (what can go wrong) and `explain` (how that is read from Redis's own words),
//! [`benchmark`] (what we are measured by).

pub mod about;
pub mod benchmark;
mod child;
pub mod connection;
pub mod connector;
pub mod error;
mod explain;
pub mod keyspace;
pub mod location;
pub mod monitor;
mod private;
mod registry;

use std::path::PathBuf;

use race_core::keys;
use redis_model::{Command, Reply};
use tokio::sync::Mutex;

use crate::limits::ANSWER_TIME_MAX;
use connection::Connection;
use connector::Connector;
use location::Location;
use private::PrivateRedis;

pub use error::StoreError;

const CHECK_SCRIPT: &str = "redis.call('SET', KEYS[1], ARGV[1], 'PX', 1000)
return redis.call('GET', KEYS[1]) == ARGV[1]";

/// Which Redis races run on.
#[derive(Clone)]
pub enum Source {
    /// The user's, by its URL.
    Url(String),
    /// A private one that we start and that is gone when we are; `None`: found on PATH.
    Private(Option<PathBuf>),
}

/// A Redis that races run on.
pub struct Store {
    connector: Connector,
    /// A connection for all that is not a race, once there is one.
    connection: Mutex<Option<Connection>>,
    private: Option<PrivateRedis>,
}

impl Store {
    /// Connects to, or starts, a Redis, and removes what races of the past left on it.
    ///
    /// # Errors
    ///
    /// Fails if there is no such Redis or if it must not be raced on.
    pub async fn open(source: Source) -> Result<Store, StoreError> {
        let (connector, private) = match source {
            Source::Url(url) => (Connector::fixed(Location::read(&url)?), None),
            Source::Private(program) => {
                let program = child::find(program.as_deref())?;
                let (private, located) = PrivateRedis::start(program).await?;
                (Connector::following(located), Some(private))
            }
        };
        let store = Store { connector, connection: Mutex::new(None), private };
        store.check().await?;
        store.sweep().await?;
        Ok(store)
    }

    /// Returns without an error if a race could start right now; runs a script, not only a PING.
    ///
    /// # Errors
    ///
    /// Fails if Redis does not answer, refuses a script, or must not be raced on.
    pub async fn check(&self) -> Result<(), StoreError> {
        let info = Command::new(["INFO"]);
        let script = Command::new(["EVAL", CHECK_SCRIPT, "1", keys::CHECK, "1"]);
        let replies = self.ask(&[info, script]).await?;
        // A user who may not read INFO can still race.
        if let Reply::Bulk(info) = &replies[0]
            && let Some(unfit) = explain::unfit(&String::from_utf8_lossy(info))
        {
            return Err(StoreError::Unfit { address: self.address(), unfit });
        }
        self.accepted(&replies[1])
    }

    /// Returns the address of the Redis for people, without user and password.
    pub fn address(&self) -> String {
        self.connector.address()
    }

    /// Ends the private Redis, if there is one, and waits until it is gone.
    pub async fn close(&self) {
        self.connection.lock().await.take();
        if let Some(private) = &self.private {
            private.close().await;
        }
    }

    /// Returns what opens connections to this Redis, on any thread.
    pub fn connector(&self) -> Connector {
        self.connector.clone()
    }

    /// Sends commands that may be sent twice; connects first, or anew, where need be.
    async fn ask(&self, commands: &[Command]) -> Result<Vec<Reply>, StoreError> {
        let kept = self.connection.lock().await.clone();
        if let Some(connection) = kept
            && let Ok(replies) = connection.call_all(commands).await
        {
            return Ok(replies);
        }
        let connection = self.connector.connect(Some(ANSWER_TIME_MAX)).await?;
        *self.connection.lock().await = Some(connection.clone());
        connection.call_all(commands).await
    }

    fn accepted(&self, reply: &Reply) -> Result<(), StoreError> {
        match reply {
            Reply::Error(text) => Err(explain::refused(text, &self.address())),
            _ => Ok(()),
        }
    }
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // A URL may hold a password.
            Source::Url(_) => f.write_str("Url(..)"),
            Source::Private(program) => f.debug_tuple("Private").field(program).finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_printed_without_its_url() {
        assert!(!format!("{:?}", Source::Url("redis://:secret@h".into())).contains("secret"));
    }
}
