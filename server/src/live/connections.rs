//! Who answers a grab: one connection to Redis for all, or, where what one says must not be heard
//! from another, one for each grab in flight; and the same for the SQL database.

use std::collections::BTreeMap;
use std::sync::Arc;

use race_core::RaceConfig;
use race_core::program::Program;
use race_core::trace::Venue;
use race_engine::sql::is_statement;
use redis_model::{Command, Reply};
use tokio::sync::Mutex;

use crate::sql::pool::{Line, Pool};
use crate::sql::rows;
use crate::store::connection::Link;
use crate::store::{Dialer, StoreError};

/// The connections of a race whose grabs send their own commands.
pub struct Links {
    shared: Link,
    own: Option<Own>,
    sql: Option<Sql>,
}

/// Where each grab in flight needs one of its own.
struct Own {
    dialer: Dialer,
    resting: Vec<Link>,
    held: BTreeMap<u32, Link>,
}

/// The SQL database, where the program speaks to one.
struct Sql {
    pool: Arc<Pool>,
    /// Whether grabs hold transactions, so that each keeps its connection until it ends.
    holds: bool,
    held: BTreeMap<u32, Arc<Mutex<Line>>>,
}

/// Who answers one command.
pub enum Answers {
    /// Redis.
    Redis(Link),
    /// The database, on any connection.
    Sql(Arc<Pool>),
    /// The database, on the grab's own connection.
    OwnSql(Arc<Mutex<Line>>),
}

impl Answers {
    /// Sends a command. The error is the connection's; what is refused is a reply.
    pub async fn call(self, command: Command) -> Result<Reply, StoreError> {
        match self {
            Answers::Redis(link) => link.call(&command).await,
            Answers::Sql(pool) => pool.call(command).await,
            Answers::OwnSql(line) => line.lock().await.call(&command).await,
        }
    }
}

impl Links {
    /// One for all, unless the program leaves something on its connection.
    pub fn new(
        (config, program): (&RaceConfig, &Program),
        (shared, dialer): (Link, Dialer),
        pool: Option<Arc<Pool>>,
    ) -> Links {
        let needs_own = config.venue == Venue::Client && program.needs_connection();
        let own = || Own { dialer, resting: Vec::new(), held: BTreeMap::new() };
        let holds = program.holds_transaction();
        let sql = pool.map(|pool| Sql { pool, holds, held: BTreeMap::new() });
        Links { shared, own: needs_own.then(own), sql }
    }

    /// Who answers this command of a grab's.
    pub async fn of(&mut self, grab: u32, command: &Command) -> Result<Answers, StoreError> {
        match &mut self.sql {
            Some(sql) if is_statement(command) => Ok(sql.of(grab)),
            _ => Ok(Answers::Redis(self.redis(grab).await?)),
        }
    }

    /// Sends what the race itself has to say, which is no grab's.
    pub async fn call_all(&self, commands: &[Command]) -> Result<(), StoreError> {
        let redis: Vec<_> = commands.iter().filter(|each| !is_statement(each)).cloned().collect();
        if !redis.is_empty() {
            self.shared.call_all(&redis).await?;
        }
        match &self.sql {
            Some(sql) => rows::ask(&sql.pool, commands.iter().cloned()).await.map(drop),
            None => Ok(()),
        }
    }

    async fn redis(&mut self, grab: u32) -> Result<Link, StoreError> {
        let Some(own) = &mut self.own else {
            return Ok(self.shared.clone());
        };
        if let Some(link) = own.held.get(&grab) {
            return Ok(link.clone());
        }
        let link = match own.resting.pop() {
            Some(rested) => rested,
            None => own.dialer.connect(None).await?,
        };
        own.held.insert(grab, link.clone());
        Ok(link)
    }

    /// A grab has ended: its connection goes to another, or, if something of it may be left there,
    /// is closed. (A connection to the database knows for itself whether something is.)
    pub fn free(&mut self, grab: u32, is_clean: bool) {
        if let Some(own) = &mut self.own {
            let link = own.held.remove(&grab);
            own.resting.extend(link.filter(|_| is_clean));
        }
        if let Some(sql) = &mut self.sql {
            sql.held.remove(&grab);
        }
    }

    /// A grab has died: its connections break off, and what it had begun there is undone.
    pub async fn break_off(&mut self, grab: u32) -> Result<(), StoreError> {
        let line = self.sql.as_mut().and_then(|sql| sql.held.remove(&grab));
        self.free(grab, false);
        match line.and_then(Arc::into_inner) {
            Some(line) => line.into_inner().break_off().await,
            None => Ok(()),
        }
    }
}

impl Sql {
    fn of(&mut self, grab: u32) -> Answers {
        if !self.holds {
            return Answers::Sql(self.pool.clone());
        }
        let new = || Arc::new(Mutex::new(Line::new(&self.pool)));
        Answers::OwnSql(self.held.entry(grab).or_insert_with(new).clone())
    }
}
