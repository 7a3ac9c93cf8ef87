//! Where chance enters: one trait, so that tests can walk every outcome instead of sampling.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A source of unbiased whole numbers.
pub(super) trait Draw {
    /// One of `0 .. count`, each equally likely; `count` is at least 1.
    fn below(&mut self, count: u64) -> u64;
}

/// The seeded source: the same seed gives the same numbers on every machine.
pub(super) struct Seeded(ChaCha8Rng);

impl Seeded {
    /// The source that this seed names.
    pub(super) fn new(seed: u64) -> Seeded {
        Seeded(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Draw for Seeded {
    fn below(&mut self, count: u64) -> u64 {
        let largest = count - 1;
        if largest == 0 {
            return 0;
        }
        // Just enough bits for the largest; a number above it is thrown away, not folded back,
        // which would favour the small ones. Always 64 bits wide: never the machine's own width.
        let spare_bits = largest.leading_zeros();
        loop {
            let number = self.0.next_u64() >> spare_bits;
            if number <= largest {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_count_comes_up_about_equally_often() {
        let mut draw = Seeded::new(1);
        for count in [1, 2, 3, 5, 8, 10] {
            let mut seen = vec![0_u64; count];
            for _ in 0..1_000 * count {
                seen[draw.below(count as u64) as usize] += 1;
            }
            assert!(seen.iter().all(|times| (850..1_150).contains(times)), "{seen:?}");
        }
    }

    #[test]
    fn large_counts_stay_in_range_and_reach_above_2_pow_53() {
        let mut draw = Seeded::new(1);
        let count = (1 << 62) + 1;
        let numbers: Vec<u64> = (0..100).map(|_| draw.below(count)).collect();
        assert!(numbers.iter().all(|&number| number < count));
        assert!(numbers.iter().any(|&number| number > 1 << 61));
        assert!(numbers.iter().any(|&number| number & 1 == 1));
    }
}
