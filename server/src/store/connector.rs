//! Opens connections to a Redis, wherever it is by then.

use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::connection::Connection;
use super::error::StoreError;
use super::location::Location;

/// How long a private Redis that has died may take to be back.
const RESTART_MAX: Duration = Duration::from_secs(5);
/// The pause between two attempts to connect to it.
const RETRY_EVERY: Duration = Duration::from_millis(20);

/// The present location of a Redis, or why it has none.
pub type Located = Result<Location, StoreError>;

/// Opens connections to one Redis, on any thread.
#[derive(Clone)]
pub struct Connector {
    located: watch::Receiver<Located>,
    /// True for our own Redis: only that one is known to be on its way back once it has died.
    comes_back: bool,
}

impl Connector {
    /// Returns a connector for a Redis that stays where it is.
    pub fn fixed(location: Location) -> Connector {
        Connector { located: watch::channel(Ok(location)).1, comes_back: false }
    }

    /// Returns a connector for a Redis that is started again when it dies.
    pub fn following(located: watch::Receiver<Located>) -> Connector {
        Connector { located, comes_back: true }
    }

    /// Returns where this Redis is now.
    ///
    /// # Errors
    ///
    /// Fails while a private Redis does not start.
    pub fn location(&self) -> Located {
        self.located.borrow().clone()
    }

    /// Returns the address for people, without user and password.
    pub fn address(&self) -> String {
        match &*self.located.borrow() {
            Ok(location) => location.address(),
            Err(_) => "its private socket".to_owned(),
        }
    }

    /// Opens a connection on the runtime of the caller; see [`Connection::open`].
    ///
    /// # Errors
    ///
    /// Fails if no connection comes about; a private Redis has a moment to be back.
    pub async fn connect(&self, reply_limit: Option<Duration>) -> Result<Connection, StoreError> {
        let started = Instant::now();
        loop {
            let error = match self.location() {
                Ok(location) => match Connection::open(&location, reply_limit).await {
                    Ok(connection) => return Ok(connection),
                    Err(error) => error,
                },
                Err(error) => error,
            };
            if !self.comes_back || started.elapsed() > RESTART_MAX {
                return Err(error);
            }
            tokio::time::sleep(RETRY_EVERY).await;
        }
    }
}
