//! The machine and the Redis that races ran on.

use serde::{Deserialize, Serialize};

/// What races ran on; nothing in it says whose it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system.
    pub os: String,
    /// The processor's architecture.
    pub arch: String,
    /// Processors that the server may use.
    pub cores: u32,
    /// The processor's own name, where it can be read.
    pub cpu: Option<String>,
    /// The name and version of the Redis.
    pub redis: String,
    /// Whether Redis writes each change to a file.
    pub persistence: Persistence,
}

/// What Redis keeps on disk, in the words of its own settings; `unknown` where it does not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Persistence {
    /// `yes`: every write goes into a log.
    pub appendonly: String,
    /// When that log is made safe.
    pub appendfsync: String,
    /// When snapshots are made; empty: never.
    pub save: String,
}
