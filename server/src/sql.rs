//! The one module that speaks to the SQL database: SQLite in a file of our own, or what a URL names.
//!
//! Reading order: [`Database`] here (which one, and its tables), `address` (URLs), [`pool`] (the
//! connections of one race), `connection` (one statement on one connection), `statements` (their texts,
//! from `lua/sql/`), `schema` (our tables), `private_file` (where our own file lies), [`rows`] (a race's rows), [`error`] (what
//! can go wrong) and `explain` (how that is read from a database's own codes).
//!
//! Nothing is opened before a race needs it, so that races without SQL pay nothing.

mod address;
mod connection;
mod deadline;
pub mod error;
mod explain;
pub mod pool;
mod private_file;
pub mod rows;
mod schema;
mod statements;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use address::Address;
use connection::Connection;
use deadline::in_time;
use pool::Pool;
use private_file::Folder;

pub use error::SqlError;

/// A SQL database that races run on.
pub struct Database {
    /// The user's, if there is one.
    address: Option<Address>,
    /// The folder of our own, once it was needed.
    private: Mutex<Option<Folder>>,
}

impl Database {
    /// Returns a private SQLite file, which is gone when we are.
    pub fn private() -> Database {
        Database { address: None, private: Mutex::new(None) }
    }

    /// Returns the database of a URL, which begins with `postgres:` or `sqlite:`. It is not opened yet.
    ///
    /// # Errors
    ///
    /// Fails if the URL is of another form.
    pub fn at(url: &str) -> Result<Database, SqlError> {
        Ok(Database { address: Some(Address::read(url)?), private: Mutex::new(None) })
    }

    /// Returns the address for people, without user and password.
    pub fn address(&self) -> String {
        match &self.address {
            Some(address) => address.shown(),
            None => "a private SQLite file".to_owned(),
        }
    }

    /// Makes sure that it is there and has our tables, and removes what races of the past left.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be reached or refuses that.
    pub async fn open(&self) -> Result<(), SqlError> {
        let address = self.location()?;
        in_time(&address, async {
            let mut connection = Connection::open(&address, false).await?;
            let prepared = connection.prepare().await;
            connection.close().await;
            prepared
        })
        .await
    }

    /// Opens this many connections for one race, on the runtime of the caller.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be reached or refuses that.
    pub async fn pool(&self, connections: u32, holds: bool) -> Result<Arc<Pool>, SqlError> {
        self.open().await?;
        let address = self.location()?;
        in_time(&address, Pool::open(address.clone(), connections, holds)).await
    }

    /// Removes a race's rows.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be reached or refuses that.
    pub async fn leave(&self, race: &str) -> Result<(), SqlError> {
        let address = self.location()?;
        in_time(&address, async {
            let mut connection = Connection::open(&address, false).await?;
            let left = connection.remove(race).await;
            connection.close().await;
            left
        })
        .await
    }

    /// Removes our own file, if there is one.
    pub fn close(&self) {
        self.private.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    fn location(&self) -> Result<Address, SqlError> {
        if let Some(address) = &self.address {
            return Ok(address.clone());
        }
        let mut private = self.private.lock().unwrap_or_else(PoisonError::into_inner);
        let folder: PathBuf = match &*private {
            Some(folder) => folder.path().to_owned(),
            None => {
                let folder =
                    Folder::new().map_err(|error| SqlError::NoPrivateFile(error.into()))?;
                private.insert(folder).path().to_owned()
            }
        };
        Ok(Address::private(&folder.join("race.sqlite")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn our_own_file_is_made_when_it_is_needed_and_gone_when_it_is_closed() {
        let database = Database::private();
        assert!(database.private.lock().unwrap().is_none());
        database.open().await.unwrap();
        let folder = database.private.lock().unwrap().as_ref().unwrap().path().to_owned();
        assert!(folder.join("race.sqlite").exists());
        database.close();
        assert!(!folder.exists());
    }
}
