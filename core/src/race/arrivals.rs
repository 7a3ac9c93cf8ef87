//! When grabs arrive and how long racers think, drawn from the seed.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::RaceConfig;

/// When each grab arrives, in µs since the race began, earliest first: spread evenly over the
/// jitter, all at once without one.
pub fn arrivals_us(config: &RaceConfig) -> Vec<u64> {
    let spread_us = (config.jitter_ms * 1_000.0) as u64;
    let mut arrivals = vec![0; config.grabs() as usize];
    if spread_us > 0 {
        let mut rng = ChaCha8Rng::seed_from_u64(config.seed);
        arrivals.fill_with(|| rng.random_range(0..=spread_us));
        arrivals.sort_unstable();
    }
    arrivals
}

/// How long a racer waits before its next command, in µs: the config's gap in the mean, anything
/// up to twice that.
pub fn gap_us(config: &RaceConfig, rng: &mut impl rand::Rng) -> u64 {
    let mean_us = (config.gap_ms * 1_000.0) as u64;
    if mean_us == 0 { 0 } else { rng.random_range(0..=2 * mean_us) }
}
