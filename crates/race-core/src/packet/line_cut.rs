//! Cutting a line (线段切割): n - 1 distinct cuts of 1 … M - 1, the pieces are the shares.
//!
//! Every set of cuts is equally likely, so the position does not matter: the mean is M/n and
//! the variance M(M - n)(n - 1)/(n²(n + 1)). There is no cap inside: the limits refuse a total
//! whose largest possible piece, M - n + 1, is above it.

use super::draw::Draw;
use std::collections::BTreeSet;

/// The shares in fen, from one end of the line to the other.
pub(super) fn amounts(total: u64, shares: u32, draw: &mut impl Draw) -> Vec<u64> {
    let cuts = cuts(total - 1, u64::from(shares) - 1, draw);
    let mut start = 0;
    let ends = cuts.into_iter().chain([total]);
    ends.map(|end| end - std::mem::replace(&mut start, end)).collect()
}

/// `count` distinct cuts of the `places`, in order.
fn cuts(places: u64, count: u64, draw: &mut impl Draw) -> Vec<u64> {
    let uncut = places - count;
    if count <= uncut {
        return distinct(places, count, draw).into_iter().collect();
    }
    // The places to spare are the fewer: choosing those is as fair, and quick in the largest
    // race, whose cap leaves hardly more than a fen for each of its 200,000 shares.
    let mut uncut = distinct(places, uncut, draw).into_iter().peekable();
    (1..=places).filter(|place| uncut.next_if_eq(place).is_none()).collect()
}

/// `count` distinct numbers of `1 ..= largest`, every set equally likely (Floyd's algorithm).
///
/// It draws once for each number, where drawing again on a repeat has no bound.
fn distinct(largest: u64, count: u64, draw: &mut impl Draw) -> BTreeSet<u64> {
    let mut chosen = BTreeSet::new();
    for newest in largest - count + 1..=largest {
        // The newest cannot be in the set yet, so it stands in for a number drawn before.
        if !chosen.insert(1 + draw.below(newest)) {
            chosen.insert(newest);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::odds::{Ratio, outcomes};
    use std::collections::BTreeMap;

    fn every_list(total: u64, shares: u32) -> BTreeMap<Vec<u64>, Ratio> {
        outcomes(|draw| amounts(total, shares, draw))
    }

    #[test]
    fn every_list_of_shares_comes_up_equally_often() {
        let table = [(7, 4, 20), (8, 3, 21), (8, 6, 21), (9, 2, 8), (6, 6, 1), (5, 1, 1)];
        for (total, shares, lists) in table {
            let odds = every_list(total, shares);
            assert_eq!(odds.len(), lists, "the sets of {shares} - 1 cuts of {total} - 1");
            let even = Ratio::new(1, lists as i128);
            assert!(odds.values().all(|&odd| odd == even), "{odds:?}");
        }
    }

    #[test]
    fn mean_and_variance_follow_the_formula_at_every_position() {
        for total in 1..=9_u32 {
            for shares in 1..=total {
                let odds = every_list(u64::from(total), shares);
                let (m, n) = (i128::from(total), i128::from(shares));
                let mean = Ratio::new(m, n);
                let variance = Ratio::new(m * (m - n) * (n - 1), n * n * (n + 1));
                for position in 0..shares as usize {
                    let moment = |power: u32| -> Ratio {
                        let of = |list: &[u64]| Ratio::whole(i128::from(list[position].pow(power)));
                        odds.iter().map(|(list, &odd)| of(list) * odd).sum()
                    };
                    assert_eq!(moment(1), mean);
                    assert_eq!(moment(2), variance + mean * mean);
                }
            }
        }
    }
}
