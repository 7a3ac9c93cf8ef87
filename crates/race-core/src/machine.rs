//! The machine and the Redis that races ran on.

use serde::{Deserialize, Serialize};

/// The machine that races ran on, without anything that identifies its owner.
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
    /// What Redis keeps on disk.
    pub persistence: Persistence,
}

/// What Redis keeps on disk, in the words of its own settings; `unknown` where they cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Persistence {
    /// `yes`: every write goes into a log.
    pub appendonly: String,
    /// When that log is made safe.
    pub appendfsync: String,
    /// When snapshots are made; empty: never.
    pub save: String,
}
