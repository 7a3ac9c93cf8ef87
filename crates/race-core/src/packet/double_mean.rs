//! The textbook's double mean (二倍均值): draw 1 … 2·⌊R/k⌋ - 1, the last takes R.
//!
//! Kept to show its fault. In whole fen the floor pulls each mean under R/k, and what is
//! held back piles up at the end: of 15 fen for ten, the first five can only draw 1.

use super::draw::Draw;
use super::one_by_one;

/// One share in fen of the `left` fen for `people`.
pub(super) fn take(left: u64, people: u64, cap: u64, draw: &mut impl Draw) -> u64 {
    one_by_one::take(left, people, cap, hi(left, people), draw)
}

/// The largest share in fen before the cap.
fn hi(left: u64, people: u64) -> u64 {
    2 * (left / people) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::odds::{Ratio, means};

    const NO_CAP: u64 = 1_000;

    #[test]
    fn of_15_fen_for_ten_the_first_five_get_1_and_the_last_2_481_on_average() {
        let means = means(15, 10, |left, people, draw| take(left, people, NO_CAP, draw));
        assert_eq!(means[..5], [Ratio::whole(1); 5]);
        assert_eq!(means[9].thousandths(), 2_481);
        assert_eq!(means.into_iter().sum::<Ratio>(), Ratio::whole(15));
    }

    #[test]
    fn the_mean_sinks_as_soon_as_what_is_left_does_not_divide() {
        let means = means(12, 4, |left, people, draw| take(left, people, NO_CAP, draw));
        assert_eq!(means[0], Ratio::whole(3));
        assert!(means[1] < Ratio::whole(3));
    }
}
