//! The live driver: a race on a real Redis.
//!
//! A race has a thread of its own, with a connection of its own: of two cores, one belongs to
//! Redis and the other to the race. The thread drives [`race_engine::Grabs`] in one of three
//! ways (`ordered`, `commands`, `scripts`), writes all that happens into the `recorder`, which
//! publishes to the [`Log`], from which viewers read at their own pace.

mod commands;
mod connections;
mod drive;
mod latency;
mod log;
mod ordered;
mod pace;
mod recorder;
mod scripts;

use std::sync::Arc;
use std::time::Duration;

use race_core::result::RaceResult;

use crate::backends::Backends;

pub use log::{Cursor, Log};

/// A race that takes longer than this is ended.
pub const RACE_MAX: Duration = Duration::from_secs(60);
/// How often a running race gives a sign of life.
const BEAT: Duration = Duration::from_secs(1);

/// Runs a race to its end, on a thread of its own. The result, also of a race that failed, is the log's.
pub async fn run(backends: &Backends, log: Arc<Log>) -> RaceResult {
    run_within(backends, log, RACE_MAX).await
}

/// Like [`run`], with a time limit of one's own.
pub async fn run_within(backends: &Backends, log: Arc<Log>, limit: Duration) -> RaceResult {
    let result = match backends.redis.beat(log.id()).await {
        Ok(()) => looked_after(backends, &log, limit).await,
        Err(error) => Err(error.message),
    };
    // Only then is the race over: who hears of its end finds its keys gone. Where Redis itself is
    // gone there is nothing to remove.
    let _ = backends.redis.leave(log.id()).await;
    match result {
        Ok(result) => log.finish(result),
        Err(reason) => log.fail(&reason),
    }
    log.result()
}

/// The race on its thread, with signs of life from here until it has ended.
async fn looked_after(
    backends: &Backends,
    log: &Arc<Log>,
    limit: Duration,
) -> Result<RaceResult, String> {
    let (dialer, sql, racing) = (backends.redis.dialer(), backends.sql.clone(), log.clone());
    let (tell, told) = tokio::sync::oneshot::channel();
    let thread = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let _ = tell.send(match runtime {
            Ok(runtime) => runtime.block_on(drive::race(dialer, &sql, racing, limit)),
            Err(error) => Err(format!("The race got no event loop: {error}.")),
        });
    };
    std::thread::Builder::new()
        .name("race".to_owned())
        .spawn(thread)
        .map_err(|error| format!("The race got no thread: {error}."))?;
    // Side by side, so that a Redis that does not answer a sign of life does not hold up the end.
    let beats = async {
        loop {
            tokio::time::sleep(BEAT).await;
            let _ = backends.redis.beat(log.id()).await;
        }
    };
    tokio::select! {
        // Without a result the thread has panicked, and said so on standard error.
        ended = told => ended.unwrap_or_else(|_| Err("The race broke down; this is a bug.".to_owned())),
        () = beats => unreachable!("there is always one more"),
    }
}
