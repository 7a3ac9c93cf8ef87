//! What answers where there is no Redis: the model of Redis, and the model of the SQL database beside it.

use redis_model::{Command, Evaluate, Lacking, Model, NoScripts, Reply};

use crate::sql::{self, Database};

/// What a statement or a command would have needed and the world lacks, so that nothing is known of
/// its reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Gap {
    /// The model of Redis lacks it.
    #[error(transparent)]
    Redis(#[from] Lacking),
    /// The model of the SQL database lacks it.
    #[error(transparent)]
    Sql(#[from] sql::Lacking),
}

impl Gap {
    /// Returns an error reply that says what is lacking, for where only a reply will do.
    pub fn reply(&self) -> Reply {
        Reply::Error(format!("ERR {self}"))
    }
}

/// A Redis and a SQL database as values; two worlds are equal if they hold the same.
///
/// ```
/// use race_engine::sql;
/// use race_engine::world::World;
/// use redis_model::{Command, Reply};
///
/// let mut world = World::default();
/// world.call(&Command::new(["SET", "stock", "3"])).expect("the model has SET");
/// world.call(&sql::command("load_stock", ["a race", "3"])).expect("the model has this statement");
/// let left = world.call(&Command::new(["DECR", "stock"])).expect("the model has DECR");
/// assert_eq!(left, Reply::Int(2));
/// let left = world.call(&sql::command("take_stock", ["a race"])).expect("it has this one, too");
/// assert_eq!(left, Reply::Int(2));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct World {
    /// The Redis.
    pub redis: Model,
    /// The SQL database beside it.
    pub database: Database,
}

impl World {
    /// Runs one command on a connection that no grab has, and returns its reply. It runs no scripts.
    ///
    /// # Errors
    /// As [`World::run_for`].
    pub fn call(&mut self, command: &Command) -> Result<Reply, Gap> {
        self.run_for(u32::MAX, command, &mut NoScripts)
    }

    /// Runs one command or statement on a connection, and returns its reply.
    ///
    /// # Errors
    /// Where it would have needed something that the models lack.
    pub fn run_for(
        &mut self,
        connection: u32,
        command: &Command,
        scripts: &mut dyn Evaluate,
    ) -> Result<Reply, Gap> {
        match sql::is_statement(command) {
            true => Ok(self.database.run(connection, command)?),
            false => Ok(self.redis.run(connection, command, scripts)?),
        }
    }

    /// Returns about how many bytes a copy takes that shares nothing.
    pub fn bytes(&self) -> usize {
        self.redis.bytes() + self.database.bytes()
    }

    /// Undoes what a connection has begun: it is gone.
    pub fn disconnect(&mut self, connection: u32) {
        self.redis.disconnect(connection);
        self.database.disconnect(connection);
    }

    /// Returns the same world under other names: every text that it holds and every connection, renamed.
    pub fn renamed(
        &self,
        text: &dyn Fn(&[u8]) -> Vec<u8>,
        connection: &dyn Fn(u32) -> u32,
    ) -> World {
        World {
            redis: self.redis.renamed(text, connection),
            database: self.database.renamed(text, connection),
        }
    }
}
