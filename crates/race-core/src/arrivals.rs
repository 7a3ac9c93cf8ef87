//! When grabs arrive and how long racers think, drawn from the seed.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::config::RaceConfig;

/// Returns when each grab arrives, in µs since the race began, earliest first: one after the other at the
/// rate, else spread over the jitter, else all at once.
pub fn arrivals_us(config: &RaceConfig) -> Vec<u64> {
    if let Some(rate) = config.rate {
        // The first one too comes an interval after the beginning: n grabs take n intervals.
        let at_us = |grab| u64::from(grab) * 1_000_000 / u64::from(rate);
        return (1..=config.grabs()).map(at_us).collect();
    }
    let spread_us = (config.jitter_ms * 1_000.0) as u64;
    let mut arrivals = vec![0; config.grabs() as usize];
    if spread_us > 0 {
        let mut rng = ChaCha8Rng::seed_from_u64(config.seed);
        arrivals.fill_with(|| rng.random_range(0..=spread_us));
        arrivals.sort_unstable();
    }
    arrivals
}

/// Returns when a grab's time begins: at its arrival where a rate plans it, so that no
/// wait for room is lost; else from its first command, as the next one comes when there is room.
pub fn counts_from_us(config: &RaceConfig, arrival_us: u64, sent_us: u64) -> u64 {
    if config.rate.is_some() { arrival_us } else { sent_us }
}

/// Returns how long a racer waits before its next command, in µs: the config's gap in the mean, anything
/// up to twice that.
pub fn gap_us(config: &RaceConfig, rng: &mut impl rand::Rng) -> u64 {
    let mean_us = (config.gap_ms * 1_000.0) as u64;
    if mean_us == 0 { 0 } else { rng.random_range(0..=2 * mean_us) }
}
