//! What races run on: a Redis, and beside it a SQL database.

use std::sync::Arc;

use crate::sql::Database;
use crate::store::Store;

/// A Redis and a SQL database, side by side: neither knows of the other.
pub struct Backends {
    /// The Redis.
    pub redis: Store,
    /// The SQL database of the strategies that use one. A race shares it with the thread that drives it.
    pub sql: Arc<Database>,
}

impl Backends {
    /// Returns these two as what races run on.
    pub fn new(redis: Store, sql: Database) -> Backends {
        Backends { redis, sql: Arc::new(sql) }
    }

    /// Ends what is private of them and waits until it is gone.
    pub async fn close(&self) {
        self.redis.close().await;
        self.sql.close();
    }
}

impl From<Store> for Backends {
    /// Races on this Redis; those that use SQL run on a private SQLite file.
    fn from(redis: Store) -> Backends {
        Backends::new(redis, Database::private())
    }
}
