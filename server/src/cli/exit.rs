//! How a command ends: its exit code, and why it could not run.

use std::process::ExitCode;

use crate::bench::BenchError;
use crate::sql::SqlError;
use crate::store::StoreError;

/// How a command ended; the numbers are a promise to scripts. (2, unusable arguments, is clap's too.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Every judged property held.
    Held = 0,
    /// One is broken.
    Broken = 1,
    /// The arguments cannot be used.
    Unusable = 2,
    /// It could not run.
    CouldNotRun = 3,
    /// The checker's bounds were reached before every order was walked.
    NotExhausted = 4,
}

/// Why a command could not run.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Redis cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The SQL database cannot be used.
    #[error(transparent)]
    Sql(#[from] SqlError),
    /// The bench measured nothing.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// The server's port cannot be had.
    #[error("cannot listen on {address}: {error}; --listen takes another address")]
    Listen {
        /// The address that was asked for.
        address: std::net::SocketAddr,
        /// The system's reason.
        error: std::io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {file}: {error}")]
    Write {
        /// The file's name.
        file: String,
        /// The system's reason.
        error: std::io::Error,
    },
    /// A race has no verdict.
    #[error("{0}")]
    Unfinished(String),
    /// A signal came.
    #[error("A signal stopped it.")]
    Stopped,
}

impl CliError {
    /// Prints on standard error why the command could not run, and returns how it ends.
    pub fn exit(&self) -> Exit {
        eprintln!("error: {self}");
        Exit::CouldNotRun
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
