//! The bench: our own overhead, as ratios, beside `redis-benchmark` on the same Redis in the same run.

use crate::store::{Source, StoreError};

/// What to measure, and how to tell it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which Redis; a private one by default.
    pub source: Source,
    /// How often each figure is taken; the median counts.
    pub runs: u32,
    /// One JSON object on standard output instead of text.
    pub json: bool,
}

/// Measures and prints to standard output; progress goes to standard error.
pub async fn run(_options: Options) -> Result<(), StoreError> {
    todo!()
}
