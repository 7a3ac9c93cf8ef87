//! The live driver: a race on a real Redis.
//!
//! A race has a thread of its own, with a connection of its own: of two cores, one belongs to
//! Redis and the other to the race. The thread drives [`race_engine::Grabs`] in one of three
//! ways (`ordered`, `commands`, `scripts`) and hands all that happens to the `recorder`, which
//! publishes it to the [`Log`], from which viewers read at their own pace. `setup` has the keys and rows.

mod commands;
mod connections;
mod drive;
pub mod error;
mod latency;
mod log;
mod ordered;
mod pace;
mod recorder;
mod scripts;
mod setup;

use std::sync::Arc;
use std::time::Duration;

use race_core::result::RaceResult;

use crate::backends::Backends;
use error::RaceError;

pub use log::{Cursor, Log};

/// A race that takes longer than this is ended.
pub const RACE_MAX: Duration = Duration::from_secs(60);
/// How often a running race gives a sign of life.
const BEAT: Duration = Duration::from_secs(1);

/// Runs a race to its end, on a thread of its own. Returns the log's result, also of a race that failed.
pub async fn run(backends: &Backends, log: Arc<Log>) -> RaceResult {
    run_within(backends, log, RACE_MAX).await
}

/// Runs a race like [`run`], with a time limit of the caller's.
pub async fn run_within(backends: &Backends, log: Arc<Log>, limit: Duration) -> RaceResult {
    let result = match backends.redis.beat(log.id()).await {
        Ok(()) => looked_after(backends, &log, limit).await,
        Err(error) => Err(error.into()),
    };
    // Only then is the race over: a viewer who sees its end finds its keys gone. Where Redis itself is
    // gone there is nothing to remove.
    let _ = backends.redis.leave(log.id()).await;
    match result {
        Ok(result) => log.finish(result),
        Err(error) => log.fail(&error.to_string()),
    }
    log.result()
}

/// Runs the race on its thread, with signs of life from here until it has ended.
async fn looked_after(
    backends: &Backends,
    log: &Arc<Log>,
    limit: Duration,
) -> Result<RaceResult, RaceError> {
    let (connector, sql) = (backends.redis.connector(), backends.sql.clone());
    let racing = log.clone();
    let (sender, ended) = tokio::sync::oneshot::channel();
    let thread = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let _ = sender.send(match runtime {
            Ok(runtime) => runtime.block_on(drive::race(connector, &sql, racing, limit)),
            Err(error) => Err(RaceError::NoRuntime(error)),
        });
    };
    std::thread::Builder::new()
        .name("race".to_owned())
        .spawn(thread)
        .map_err(RaceError::NoThread)?;
    // Side by side, so that a Redis that does not answer a sign of life does not hold up the end.
    let beats = async {
        loop {
            tokio::time::sleep(BEAT).await;
            let _ = backends.redis.beat(log.id()).await;
        }
    };
    tokio::select! {
        result = ended => result.unwrap_or(Err(RaceError::Panicked)),
        () = beats => unreachable!("there is always one more"),
    }
}
