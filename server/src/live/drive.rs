//! A race from its first key to its verdict, on the race's own thread.

use std::sync::Arc;
use std::time::Duration;

use race_core::result::{RaceResult, Status};
use race_engine::Grabs;
use race_engine::keyspace::Keyspace;
use race_engine::order::Order;
use race_engine::xray;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::commands::Commands;
use super::error::RaceError;
use super::log::Log;
use super::ordered::Ordered;
use super::recorder::{Recorder, Unanswered};
use super::scripts::Scripts;
use super::setup::Setup;
use crate::sql::Database;
use crate::sql::pool::Pool;
use crate::store::connector::Connector;
use crate::store::monitor::Monitor;

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
    /// Somebody asked for it, with this reason.
    Cancelled(String),
    /// It took too long, so that Redis can still be read.
    OverTime(RaceError),
    /// A connection broke.
    Broken(RaceError),
}

/// Runs a race.
///
/// # Errors
///
/// Fails if the race never began. What stopped it later is in the result.
pub async fn race(
    connector: Connector,
    database: &Database,
    log: Arc<Log>,
    limit: Duration,
) -> Result<RaceResult, RaceError> {
    if !log.program().calls_sql() {
        return run(connector, None, log, limit).await;
    }
    let connections = log.config().concurrency;
    let pool = database.pool(connections, log.program().holds_transaction()).await?;
    let id = log.id().to_owned();
    let result = run(connector, Some(pool), log, limit).await;
    // Where the database itself is gone, the next one who opens it removes the rows.
    let _ = database.leave(&id).await;
    result
}

async fn run(
    connector: Connector,
    pool: Option<Arc<Pool>>,
    log: Arc<Log>,
    limit: Duration,
) -> Result<RaceResult, RaceError> {
    let config = log.config().clone();
    let mut grabs = Grabs::with_program(log.id(), &config, log.program());
    grabs.warm_up();
    let keys = grabs.keys().to_vec();
    let at = Keyspace { config: &config, program: log.program(), keys: &keys };
    let setup = Arc::new(Setup::prepare(connector, pool, &at).await?);
    let monitor = match config.xray {
        true => Some(Monitor::open(&setup.connector, &setup.redis, log.id()).await?),
        false => None,
    };
    let mut driver = Driver::new(&at, &setup);
    let mut recorder = Recorder::new(grabs, log.clone());
    let stop = driver.until_stopped(&mut recorder, &log, limit).await;
    recorder.lose(driver.unanswered().into_iter());
    // Where a connection broke there is nothing to read.
    let found = match &stop {
        Some(Stop::Broken(_)) => Ok(None),
        _ => setup.read(&at).await.map(Some),
    };
    let (found, unread) = match found {
        Ok(found) => (found, None),
        Err(error) => (None, Some(error)),
    };
    let recording = match monitor {
        Some(monitor) if found.is_some() => monitor.close().await.map(Some),
        _ => Ok(None),
    };
    let (recording, unlisted) = match recording {
        Ok(recording) => (recording, None),
        Err(error) => (None, Some(RaceError::from(error))),
    };
    let (status, reason) = match (stop, unread.or(unlisted)) {
        (Some(Stop::Cancelled(reason)), _) => (Status::Cancelled, Some(reason)),
        (Some(Stop::OverTime(error) | Stop::Broken(error)), _) | (None, Some(error)) => {
            (Status::Failed, Some(error.to_string()))
        }
        (None, None) => (Status::Finished, None),
    };
    let sent = recorder.grabs().take_notes();
    let mut result = recorder.close(status, reason, found);
    if let Some(recording) = recording {
        result.xray = xray::order(log.id(), &recording.lines, &sent);
        result.xray_dropped = recording.dropped;
    }
    Ok(result)
}

impl Driver {
    fn new(at: &Keyspace<'_>, setup: &Arc<Setup>) -> Driver {
        match (Order::of(at.config), &setup.script) {
            (Some(order), _) => Driver::Ordered(Box::new(Ordered::new(at.config, order, setup))),
            (None, Some(script)) => {
                let scripts = Scripts::new(at.config, setup.redis.clone(), script.clone());
                Driver::Scripts(Box::new(scripts))
            }
            (None, None) => Driver::Commands(Box::new(Commands::new(at.config, setup))),
        }
    }

    /// Drives the race to its end, or until something stops it. Grabs in flight may then end.
    async fn until_stopped(
        &mut self,
        recorder: &mut Recorder,
        log: &Log,
        limit: Duration,
    ) -> Option<Stop> {
        let closing = CancellationToken::new();
        let driving = async {
            match self {
                Driver::Ordered(ordered) => ordered.drive(recorder, &closing).await,
                Driver::Commands(commands) => commands.drive(recorder, &closing).await,
                Driver::Scripts(scripts) => scripts.drive(recorder, &closing).await,
            }
        };
        tokio::pin!(driving);
        let stop = tokio::select! {
            ended = &mut driving => return ended.err().map(Stop::Broken),
            reason = log.cancelled() => Stop::Cancelled(reason),
            () = tokio::time::sleep(limit) => Stop::OverTime(RaceError::OverTime(limit)),
        };
        closing.cancel();
        match timeout(GRACE, driving).await {
            Ok(Err(error)) => Some(Stop::Broken(error)),
            _ => Some(stop),
        }
    }

    /// Returns the grabs that have begun and not ended.
    fn unanswered(self) -> Vec<Unanswered> {
        match self {
            Driver::Ordered(ordered) => ordered.unanswered(),
            Driver::Commands(commands) => commands.unanswered(),
            Driver::Scripts(scripts) => scripts.unanswered(),
        }
    }
}
