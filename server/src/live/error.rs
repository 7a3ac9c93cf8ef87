//! Why a race never began, or ended before all its grabs had.

use std::io;
use std::time::Duration;

use crate::sql::SqlError;
use crate::store::StoreError;

/// Why a race failed. Each error's text is a sentence for people.
#[derive(Debug, thiserror::Error)]
pub enum RaceError {
    /// Redis cannot be used.
    #[error(transparent)]
    Redis(#[from] StoreError),
    /// The SQL database cannot be used.
    #[error(transparent)]
    Sql(#[from] SqlError),
    /// The keys could not be read at the end.
    #[error("All grabs have ended, but what Redis at {address} then held could not be read.")]
    RedisUnread {
        /// The address without user and password.
        address: String,
    },
    /// The rows could not be read at the end.
    #[error("All grabs have ended, but the database could not be read: {0}")]
    SqlUnread(SqlError),
    /// It took too long.
    #[error("The race was ended at the limit of {} s for one race.", .0.as_secs_f64())]
    OverTime(Duration),
    /// The system gave the race no thread.
    #[error("The race got no thread: {0}.")]
    NoThread(io::Error),
    /// The system gave the race no event loop.
    #[error("The race got no event loop: {0}.")]
    NoRuntime(io::Error),
    /// The race's thread has panicked, and standard error has the reason.
    #[error("The race broke down; this is a bug.")]
    Panicked,
}
