//! Who answers where there is no Redis: the model of Redis, and the model of the SQL database beside it.

use redis_model::{Command, Evaluate, Model, NoScripts, Reply};

use crate::sql::{self, Database};

/// A Redis and a SQL database as values; two worlds are equal if they hold the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct World {
    /// The Redis.
    pub redis: Model,
    /// The SQL database beside it.
    pub database: Database,
}

impl World {
    /// Runs one command of a connection that no grab has, which runs no scripts.
    pub fn call(&mut self, command: &Command) -> Reply {
        self.run_for(u32::MAX, command, &mut NoScripts)
    }

    /// Runs one command or statement of a connection.
    pub fn run_for(
        &mut self,
        connection: u32,
        command: &Command,
        scripts: &mut dyn Evaluate,
    ) -> Reply {
        match sql::is_statement(command) {
            true => self.database.run(connection, command),
            false => self.redis.run_for(connection, command, scripts),
        }
    }

    /// Returns about how many bytes a copy takes that shares nothing.
    pub fn bytes(&self) -> usize {
        self.redis.bytes() + self.database.bytes()
    }

    /// Forgets what a connection has begun: it is gone.
    pub fn disconnect(&mut self, connection: u32) {
        self.redis.disconnect(connection);
        self.database.disconnect(connection);
    }

    /// The same world under other names: every text that it holds and every connection, renamed.
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
