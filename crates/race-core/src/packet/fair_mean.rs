//! The fair mean: as the double mean, with its rounding drawn too.
//!
//! u is uniform in 0 … k - 1 and hi = ⌊(2R + u)/k⌋ - 1. On average over u that floor loses
//! nothing: E[hi] = 2R/k - 1, so E[share] = (1 + E[hi])/2 = R/k, whatever R is. Every
//! position's mean is M/n exactly — until the cap binds, which cuts the largest draws.

use super::draw::Draw;
use super::one_by_one;

/// One share in fen of the `left` fen for `people`.
pub(super) fn take(left: u64, people: u64, cap: u64, draw: &mut impl Draw) -> u64 {
    let u = draw.below(people);
    one_by_one::take(left, people, cap, hi(left, people, u), draw)
}

/// The largest share in fen before the cap: ⌊(2R + u)/k⌋ - 1, for u in 0 … k - 1.
fn hi(left: u64, people: u64, u: u64) -> u64 {
    // With R = q·k + r it is 2q + ⌊(2r + u)/k⌋: the same number, and nothing can overflow.
    let (each, over) = (left / people, left % people);
    2 * each + (2 * over + u) / people - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::odds::{Ratio, means};

    fn fair_means(total: u64, shares: u64, cap: u64) -> Vec<Ratio> {
        means(total, shares, |left, people, draw| take(left, people, cap, draw))
    }

    #[test]
    fn every_position_has_the_same_mean_exactly() {
        for (total, shares) in [(15, 10), (7, 4), (5, 3), (30, 7), (12, 12), (9, 1)] {
            let even = Ratio::new(i128::from(total), i128::from(shares));
            let expected = vec![even; shares as usize];
            assert_eq!(fair_means(total, shares, total), expected);
        }
    }

    #[test]
    fn once_the_cap_binds_it_is_no_longer_exactly_even() {
        let means = fair_means(10, 5, 3);
        assert_eq!(means[0], Ratio::whole(2));
        assert_eq!(means[4], Ratio::new(56, 27));
    }

    #[test]
    fn hi_is_the_rule_as_written_and_leaves_a_fen_to_each_of_the_others() {
        for people in 2..=40 {
            for left in people..=90 {
                for u in 0..people {
                    let hi = hi(left, people, u);
                    assert_eq!(hi, (2 * left + u) / people - 1);
                    assert!(1 <= hi && hi <= left - (people - 1));
                }
            }
        }
    }
}
