//! The one module that speaks to the SQL database: SQLite in a file of our own, or what a URL names.
//!
//! Reading order: [`Database`] here (which one, and its tables), `address` (URLs), [`pool`] (the
//! connections of one race), `connection` (one statement on one connection), `statements` (their
//! texts, from `lua/sql/`), `private_file` (where our own file lies), [`rows`] (a race's rows), `explain` (errors as sentences).
//!
//! Nothing is opened before a race needs it, so that races without SQL pay nothing.

mod address;
mod connection;
mod explain;
pub mod pool;
mod private_file;
pub mod rows;
mod statements;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::timeout;

use crate::store::{StoreError, TIMEOUT};

use address::Place;
use connection::Connection;
use pool::Pool;
use private_file::Folder;

/// A SQL database that races run on.
pub struct Database {
    given: Option<Place>,
    /// Where our own lies, once it was needed.
    own: Mutex<Option<Folder>>,
}

impl Database {
    /// A private SQLite file, which is gone when we are.
    pub fn own() -> Database {
        Database { given: None, own: Mutex::new(None) }
    }

    /// The database of a URL, which begins with `postgres:` or `sqlite:`. It is not opened yet.
    pub fn given(url: &str) -> Result<Database, StoreError> {
        Ok(Database { given: Some(Place::read(url)?), own: Mutex::new(None) })
    }

    /// The address, without user and password, for people.
    pub fn address(&self) -> String {
        match &self.given {
            Some(place) => place.address(),
            None => "a private SQLite file".to_owned(),
        }
    }

    /// Makes sure that it is there and has our tables, and sweeps away what races of the past left.
    pub async fn open(&self) -> Result<(), StoreError> {
        let place = self.place()?;
        in_time(&place, async {
            let mut connection = Connection::open(&place, false).await?;
            let prepared = connection.prepare().await;
            connection.close().await;
            prepared
        })
        .await
    }

    /// Connections for one race, so many of them at once, on the runtime of the caller.
    pub async fn pool(&self, connections: u32, holds: bool) -> Result<Arc<Pool>, StoreError> {
        self.open().await?;
        let place = self.place()?;
        in_time(&place, Pool::open(place.clone(), connections, holds)).await
    }

    /// Removes a race's rows.
    pub async fn leave(&self, race: &str) -> Result<(), StoreError> {
        let place = self.place()?;
        in_time(&place, async {
            let mut connection = Connection::open(&place, false).await?;
            let left = connection.remove(race).await;
            connection.close().await;
            left
        })
        .await
    }

    /// Removes our own file, if there is one.
    pub fn close(&self) {
        self.own.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    fn place(&self) -> Result<Place, StoreError> {
        if let Some(place) = &self.given {
            return Ok(place.clone());
        }
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let folder: PathBuf = match &*own {
            Some(folder) => folder.path().to_owned(),
            None => {
                let folder = Folder::new().map_err(|error| {
                    StoreError::new(format!("A private SQLite file could not be made: {error}."))
                })?;
                own.insert(folder).path().to_owned()
            }
        };
        Ok(Place::own(&folder.join("race.sqlite")))
    }
}

async fn in_time<T>(
    place: &Place,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    timeout(TIMEOUT, work).await.unwrap_or_else(|_| Err(explain::silent(place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn our_own_file_is_made_when_it_is_needed_and_gone_when_it_is_closed() {
        let database = Database::own();
        assert!(database.own.lock().unwrap().is_none());
        database.open().await.unwrap();
        let folder = database.own.lock().unwrap().as_ref().unwrap().path().to_owned();
        assert!(folder.join("race.sqlite").exists());
        database.close();
        assert!(!folder.exists());
    }
}
