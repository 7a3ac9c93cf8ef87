//! The race that the bench measures.

use race_core::RaceConfig;
use race_core::config::field::plain;

/// Grabs in a measured race; each wins.
pub const GRABS: u32 = 200_000;
/// Grabs in flight.
pub const CONCURRENCY: u32 = 800;

/// Returns the config of a measured race.
pub fn config() -> RaceConfig {
    let (grabs, concurrency) = (GRABS.to_string(), CONCURRENCY.to_string());
    let fields = [
        ("strategy", "atomic"),
        ("venue", "server"),
        ("shares", &grabs),
        ("racers", &grabs),
        ("concurrency", &concurrency),
    ];
    RaceConfig::from_fields(&plain(fields)).expect("a config within the limits")
}
