//! A race from its first key to its verdict, on the race's own thread.

use std::sync::Arc;
use std::time::Duration;

use race_core::result::{RaceResult, Status};
use race_engine::Grabs;
use race_engine::keyspace::{Holdings, Keyspace};
use race_engine::order::Order;
use race_engine::xray;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::book::{Book, Unanswered};
use super::commands::Commands;
use super::log::Log;
use super::ordered::Ordered;
use super::scripts::Scripts;
use crate::sql;
use crate::sql::pool::Pool;
use crate::store::link::{Link, Script};
use crate::store::monitor::Monitor;
use crate::store::{Dialer, StoreError, TIMEOUT, stage};

/// How long the grabs in flight may take to end once no new ones begin.
const GRACE: Duration = Duration::from_secs(1);

/// One way of deciding who sends what and when.
enum Driver {
    Ordered(Box<Ordered>),
    Commands(Box<Commands>),
    Scripts(Box<Scripts>),
}

/// Why a race ended before all its grabs had.
enum Stop {
    Cancelled(String),
    Limit(Duration),
    Redis(StoreError),
}

/// Runs a race. The error says why it never began.
pub async fn race(dialer: Dialer, log: Arc<Log>, limit: Duration) -> Result<RaceResult, String> {
    if !log.program().calls_sql() {
        return raced(dialer, None, log, limit).await;
    }
    let (database, connections) = (dialer.database(), log.config().concurrency);
    let pool = database.pool(connections, log.program().holds_transaction()).await;
    let pool = pool.map_err(|error| error.message)?;
    let id = log.id().to_owned();
    let result = raced(dialer, Some(pool), log, limit).await;
    // Where the database itself is gone, the next one who opens it sweeps.
    let _ = database.leave(&id).await;
    result
}

async fn raced(
    dialer: Dialer,
    pool: Option<Arc<Pool>>,
    log: Arc<Log>,
    limit: Duration,
) -> Result<RaceResult, String> {
    let config = log.config().clone();
    let mut grabs = Grabs::with_program(log.id(), &config, log.program().clone());
    grabs.warm_up();
    let keys = grabs.keys().to_vec();
    let at = Keyspace { config: &config, program: log.program(), keys: &keys };
    let link = dialer.connect(None).await.map_err(|error| error.message)?;
    let script = in_time(&link, stage::prepare(&link, &at)).await;
    let script = script.map_err(|error| error.message)?;
    if let Some(pool) = &pool {
        in_time(&link, sql::stage::prepare(pool, &at)).await.map_err(|error| error.message)?;
    }
    let monitor = match config.xray {
        true => Some(Monitor::open(&dialer, &link, log.id()).await.map_err(|error| error.message)?),
        false => None,
    };
    let mut driver = Driver::new(&at, link.clone(), dialer, (script, pool.clone()));
    let mut book = Book::new(grabs, log.clone());
    let stop = driver.until_stopped(&mut book, &log, limit).await;
    book.lose(driver.unanswered().into_iter());
    let found = match stop {
        Some(Stop::Redis(_)) => Ok(None),
        _ => read(&link, pool.as_ref(), &at).await.map(Some),
    };
    let (found, unread) = match found {
        Ok(found) => (found, None),
        Err(error) => (None, Some(error.message)),
    };
    let heard = match monitor {
        Some(monitor) if found.is_some() => monitor.close().await.map(Some),
        _ => Ok(None),
    };
    let (status, reason) = match stop {
        Some(Stop::Cancelled(reason)) => (Status::Cancelled, Some(reason)),
        Some(Stop::Limit(limit)) => (Status::Failed, Some(over(limit))),
        Some(Stop::Redis(error)) => (Status::Failed, Some(error.message)),
        None if unread.is_some() => (Status::Failed, unread),
        None => match &heard {
            Err(error) => (Status::Failed, Some(error.message.clone())),
            Ok(_) => (Status::Finished, None),
        },
    };
    let sent = book.grabs().take_notes();
    let mut result = book.close(status, reason, found);
    if let Ok(Some(lines)) = heard {
        result.xray = xray::order(log.id(), &lines, &sent);
    }
    Ok(result)
}

impl Driver {
    fn new(
        at: &Keyspace<'_>,
        link: Link,
        dialer: Dialer,
        (script, pool): (Option<Script>, Option<Arc<Pool>>),
    ) -> Driver {
        match (Order::of(at.config), script) {
            (Some(order), script) => {
                let (race, doors) = ((at.config, at.program), (script, pool));
                let ordered = Ordered::new(race, order, (link, dialer), doors);
                Driver::Ordered(Box::new(ordered))
            }
            (None, Some(script)) => {
                Driver::Scripts(Box::new(Scripts::new(at.config, link, script)))
            }
            (None, None) => {
                let commands = Commands::new((at.config, at.program), (link, dialer), pool);
                Driver::Commands(Box::new(commands))
            }
        }
    }

    /// Drives the race to its end, or until something stops it. Grabs in flight may then end.
    async fn until_stopped(&mut self, book: &mut Book, log: &Log, limit: Duration) -> Option<Stop> {
        let closing = CancellationToken::new();
        let driving = async {
            match self {
                Driver::Ordered(ordered) => ordered.drive(book, &closing).await,
                Driver::Commands(commands) => commands.drive(book, &closing).await,
                Driver::Scripts(scripts) => scripts.drive(book, &closing).await,
            }
        };
        tokio::pin!(driving);
        let stop = tokio::select! {
            ended = &mut driving => return ended.err().map(Stop::Redis),
            reason = log.cancelled() => Stop::Cancelled(reason),
            () = tokio::time::sleep(limit) => Stop::Limit(limit),
        };
        closing.cancel();
        match timeout(GRACE, driving).await {
            Ok(Err(error)) => Some(Stop::Redis(error)),
            _ => Some(stop),
        }
    }

    /// The grabs that have begun and not ended.
    fn unanswered(self) -> Vec<Unanswered> {
        match self {
            Driver::Ordered(ordered) => ordered.unanswered(),
            Driver::Commands(commands) => commands.unanswered(),
            Driver::Scripts(scripts) => scripts.unanswered(),
        }
    }
}

/// What Redis and the database finally hold.
async fn read(
    link: &Link,
    pool: Option<&Arc<Pool>>,
    at: &Keyspace<'_>,
) -> Result<Holdings, StoreError> {
    let redis = in_time(link, stage::read(link, at)).await.map_err(|_| unread(link))?;
    let Some(pool) = pool else { return Ok(redis) };
    let sql = in_time(link, sql::stage::read(pool, at)).await.map_err(|error| {
        let why = error.message;
        StoreError::new(format!("All grabs have ended, but the database could not be read: {why}"))
    })?;
    let (counter, recorded) = (redis.counter.or(sql.counter), redis.recorded.or(sql.recorded));
    Ok(Holdings { counter, recorded })
}

/// A race's connection waits without a limit, so what is not a grab has one here.
async fn in_time<T>(
    link: &Link,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    timeout(TIMEOUT, work).await.unwrap_or_else(|_| Err(link.silent()))
}

fn over(limit: Duration) -> String {
    format!("The race was ended at the limit of {} s for one race.", limit.as_secs_f64())
}

fn unread(link: &Link) -> StoreError {
    let address = link.address();
    StoreError::new(format!(
        "All grabs have ended, but what Redis at {address} then held could not be read."
    ))
}
