//! The reasons for which a race may not start now.

/// Why a race may not start now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The race of this id is running.
    Busy(String),
    /// The Idempotency-Key began a race with another config.
    OtherContent,
    /// There were too many starts.
    TooFast {
        /// When one more is free, in whole seconds, rounded up.
        seconds: u64,
    },
    /// The server is about to end.
    ShuttingDown,
}
