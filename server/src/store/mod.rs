//! The one module that speaks to Redis.

use std::path::PathBuf;

/// Which Redis.
#[derive(Clone, Debug)]
pub enum Source {
    /// The user's, by its URL.
    Given(String),
    /// A private one that we start and that is gone when we are; `None`: found on PATH.
    Own(Option<PathBuf>),
}

/// Why Redis cannot be used right now, in a plain sentence for people.
#[derive(Clone, Debug)]
pub struct StoreError {
    /// For people: what is wrong and what to do about it.
    pub message: String,
}

/// A Redis that races run on.
pub struct Store;

impl Store {
    /// Connects to, or starts, a Redis.
    pub async fn open(_source: Source) -> Result<Store, StoreError> {
        todo!()
    }

    /// Whether a race could start right now; runs a script, not only a PING.
    pub async fn check(&self) -> Result<(), StoreError> {
        todo!()
    }

    /// The address of the Redis, without any password, for people.
    pub fn address(&self) -> String {
        todo!()
    }

    /// Ends the private Redis, if there is one, and waits until it is gone.
    pub async fn close(&self) {
        todo!()
    }
}
