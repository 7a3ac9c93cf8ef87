//! Money: whole fen (分, a hundredth of a yuan), never a float.
//!
//! A value that passed through a double would lose fen above 2^53, so nothing
//! here converts to one. Sums that do not fit are reported, never wrapped.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;

/// An amount of money in whole fen; shown as yuan with two decimals.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Fen(pub i64);

impl Fen {
    /// Nothing: 0 fen.
    pub const ZERO: Fen = Fen(0);

    /// Returns the amount as a number of fen.
    pub const fn fen(self) -> i64 {
        self.0
    }

    /// Returns the sum in fen, or `None` if it does not fit in 64 bits.
    pub const fn checked_add(self, other: Fen) -> Option<Fen> {
        match self.0.checked_add(other.0) {
            Some(fen) => Some(Fen(fen)),
            None => None,
        }
    }

    /// Returns the difference in fen, which may be negative, or `None` if it does not fit in 64 bits.
    pub const fn checked_sub(self, other: Fen) -> Option<Fen> {
        match self.0.checked_sub(other.0) {
            Some(fen) => Some(Fen(fen)),
            None => None,
        }
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The sign is written by hand: -5 fen has no whole yuan to carry it.
        let sign = if self.0 < 0 { "-" } else { "" };
        let fen = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", fen / 100, fen % 100)
    }
}

/// Adds amounts in fen; panics if the sum does not fit in 64 bits, in release builds too.
impl Sum for Fen {
    fn sum<I: Iterator<Item = Fen>>(amounts: I) -> Fen {
        amounts.fold(Fen::ZERO, |sum, amount| {
            sum.checked_add(amount).expect("a sum of money fits in 64 bits of fen")
        })
    }
}

impl<'a> Sum<&'a Fen> for Fen {
    fn sum<I: Iterator<Item = &'a Fen>>(amounts: I) -> Fen {
        amounts.copied().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_yuan_with_two_decimals() {
        let table = [
            (1234, "12.34"),
            (-5, "-0.05"),
            (0, "0.00"),
            (7, "0.07"),
            (100, "1.00"),
            (-100, "-1.00"),
            (-1234, "-12.34"),
            (i64::MAX, "92233720368547758.07"),
            (i64::MIN, "-92233720368547758.08"),
        ];
        for (fen, shown) in table {
            assert_eq!(Fen(fen).to_string(), shown);
        }
    }

    #[test]
    fn adds_and_subtracts_exactly_or_returns_none() {
        let above_2_pow_53 = Fen((1 << 53) + 1);
        assert_eq!(above_2_pow_53.checked_add(Fen(2)), Some(Fen((1 << 53) + 3)));
        assert_eq!(Fen(3).checked_sub(Fen(5)), Some(Fen(-2)));
        assert_eq!(Fen(i64::MAX).checked_add(Fen(1)), None);
        assert_eq!(Fen(i64::MIN).checked_sub(Fen(1)), None);
    }

    #[test]
    fn sums_by_value_and_by_reference() {
        let amounts = [Fen(1), Fen(20), Fen(300)];
        assert_eq!(amounts.iter().sum::<Fen>(), Fen(321));
        assert_eq!(amounts.into_iter().sum::<Fen>(), Fen(321));
        assert_eq!([].iter().sum::<Fen>(), Fen::ZERO);
    }

    #[test]
    #[should_panic(expected = "fits in 64 bits")]
    fn a_sum_that_does_not_fit_panics_instead_of_wrapping() {
        let _ = [Fen(i64::MAX), Fen(1)].into_iter().sum::<Fen>();
    }
}
