//! The live driver: a race on a real Redis.

use std::sync::Arc;

use race_core::race::RaceConfig;
use race_core::trace::{Step, Tally};
use race_core::wire::RaceResult;

use crate::store::Store;

/// A race as it goes: written by its driver, read by any number of viewers, each at its own pace.
pub struct Log;

/// How far a viewer has read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    /// Steps read.
    pub steps: usize,
    /// Tallies read.
    pub tallies: usize,
}

impl Log {
    /// The log of a race that has not begun.
    pub fn new(_id: &str, _config: &RaceConfig) -> Arc<Log> {
        todo!()
    }

    /// The race as it stands.
    pub fn result(&self) -> RaceResult {
        todo!()
    }

    /// The race as it stands with what came since the cursor, at most `max` steps; moves the cursor.
    pub fn read(&self, _cursor: &mut Cursor, _max: usize) -> (RaceResult, Vec<Step>, Vec<Tally>) {
        todo!()
    }

    /// Asks the driver to stop; a race that has ended stays as it is.
    pub fn cancel(&self, _reason: &str) {
        todo!()
    }

    /// Waits until the race has ended.
    pub async fn ended(&self) -> RaceResult {
        todo!()
    }
}

/// Runs a race to its end, on a thread of its own. The result, also of a race that failed, is the log's.
pub async fn run(_store: &Store, _log: Arc<Log>) -> RaceResult {
    todo!()
}
