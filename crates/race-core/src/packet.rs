//! Splitting a total into shares, each way seeded and repeatable.
//!
//! [`split`] checks the limits, draws every share and asserts the sum; the files
//! below hold one way each. The letters are those of the rules: total M, shares n,
//! cap C of one share, R left, k people left, counting the one who draws.
//!
//! *Architecture invariant:* no floats, and no draw whose width depends on `usize`,
//! so that a seed gives the same shares on a server and in a page.

mod double_mean;
mod draw;
mod equal;
mod fair_mean;
mod limits;
mod line_cut;
mod one_by_one;

#[cfg(test)]
mod odds;

pub use limits::{Limits, PacketError, RefusedTotal};

use crate::money::Fen;
use draw::Seeded;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// A way to split a total in fen into shares.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// All alike; the remainder is spread one fen each over the first shares.
    Equal,
    /// The textbook draw up to twice the mean (二倍均值), biased towards the last in whole fen.
    DoubleMean,
    /// Up to twice the mean with its rounding drawn too: every position has the same mean in fen.
    #[default]
    FairMean,
    /// Distinct cuts of a line of fen (线段切割): every list of shares is equally likely.
    LineCut,
}

impl Split {
    /// Every way to split, in the order in which they are explained.
    pub const ALL: [Split; 4] = [Split::Equal, Split::DoubleMean, Split::FairMean, Split::LineCut];

    /// Returns the name used in requests, traces and headers, such as `"fair_mean"`.
    pub const fn name(self) -> &'static str {
        match self {
            Split::Equal => "equal",
            Split::DoubleMean => "double_mean",
            Split::FairMean => "fair_mean",
            Split::LineCut => "line_cut",
        }
    }

    /// Returns the way to split with exactly this name, or `None`.
    pub fn from_name(name: &str) -> Option<Split> {
        Split::ALL.into_iter().find(|split| split.name() == name)
    }
}

/// Splits `total` fen into `shares` amounts in fen, the i-th to be taken at index i.
///
/// The same arguments give the same amounts on every machine; [`Split::Equal`] ignores the seed.
///
/// # Errors
/// The first of the [`Limits`] that the packet breaks.
///
/// # Examples
/// ```
/// use race_core::money::Fen;
/// use race_core::packet::{Limits, Split, split};
///
/// let amounts = split(Fen(10_000), 8, Split::FairMean, &Limits::default(), 20_260_214)?;
/// assert_eq!(amounts.len(), 8);
/// assert_eq!(amounts.iter().sum::<Fen>(), Fen(10_000));
///
/// let error = split(Fen(7), 8, Split::FairMean, &Limits::default(), 1).unwrap_err();
/// assert_eq!(error.rule(), "one_fen_each");
/// # Ok::<(), race_core::packet::PacketError>(())
/// ```
pub fn split(
    total: Fen,
    shares: u32,
    split: Split,
    limits: &Limits,
    seed: u64,
) -> Result<Vec<Fen>, PacketError> {
    Ok(Packets::new(total, shares, split, limits, seed)?.draw())
}

/// Packets of one kind, drawn one after another from one seed. [`split`] is the first of them.
pub struct Packets {
    fen: u64,
    shares: u32,
    split: Split,
    cap: u64,
    seeded: Seeded,
}

impl Packets {
    /// Returns packets of `total` fen in `shares` shares, before the first is drawn.
    ///
    /// # Errors
    /// The first of the [`Limits`] that they break.
    pub fn new(
        total: Fen,
        shares: u32,
        split: Split,
        limits: &Limits,
        seed: u64,
    ) -> Result<Packets, PacketError> {
        limits.check(total, shares, split)?;
        // Checked: 1 <= total and 1 <= cap, so neither changes by losing its sign.
        let (fen, cap) = (total.fen().cast_unsigned(), limits.cap.fen().cast_unsigned());
        Ok(Packets { fen, shares, split, cap, seeded: Seeded::new(seed) })
    }

    /// Returns the amounts of the next one, the i-th to be taken at index i.
    pub fn draw(&mut self) -> Vec<Fen> {
        let Packets { fen, shares, cap, .. } = *self;
        let draw = &mut self.seeded;
        let amounts = match self.split {
            Split::Equal => equal::amounts(fen, shares),
            Split::DoubleMean => {
                one_by_one::amounts(fen, shares, |r, k| double_mean::take(r, k, cap, draw))
            }
            Split::FairMean => {
                one_by_one::amounts(fen, shares, |r, k| fair_mean::take(r, k, cap, draw))
            }
            Split::LineCut => line_cut::amounts(fen, shares, draw),
        };
        let amounts: Vec<Fen> = amounts.into_iter().map(|a| Fen(a.cast_signed())).collect();
        // Money made or lost here would be found by somebody's customer: stop at once instead.
        let sum = amounts.iter().sum::<Fen>();
        assert_eq!(sum.fen().cast_unsigned(), fen, "a split keeps its sum");
        amounts
    }
}

/// Returns the index of the largest share (手气最佳), the earliest on a tie; `None` if there are no shares.
pub fn luckiest(shares: &[Fen]) -> Option<usize> {
    (0..shares.len()).max_by_key(|&i| (shares[i], Reverse(i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RACE_SEED: u64 = 20_260_214;

    fn limits(cap: i64) -> Limits {
        Limits { cap: Fen(cap), ..Limits::default() }
    }

    fn amounts(total: i64, shares: u32, way: Split, cap: i64, seed: u64) -> Vec<i64> {
        let shares = split(Fen(total), shares, way, &limits(cap), seed);
        shares.unwrap().into_iter().map(Fen::fen).collect()
    }

    #[test]
    fn names_lead_back_to_their_split() {
        for way in Split::ALL {
            assert_eq!(Split::from_name(way.name()), Some(way));
        }
        assert_eq!(Split::from_name("Equal"), None);
        assert_eq!(Split::default().name(), "fair_mean");
    }

    #[test]
    fn every_small_input_is_split_within_its_limits_or_refused() {
        for total in 1..=30_i64 {
            for shares in 1..=total as u32 {
                for cap in 1..=total {
                    for way in Split::ALL {
                        let n = i64::from(shares);
                        let fits = total <= cap * n && (way != Split::LineCut || total - n < cap);
                        let result = split(Fen(total), shares, way, &limits(cap), 7);
                        assert_eq!(result.is_ok(), fits, "{total} {shares} {way:?} {cap}");
                        let Ok(list) = result else { continue };
                        assert_eq!(list.len(), shares as usize);
                        assert_eq!(list.iter().sum::<Fen>(), Fen(total));
                        assert!(list.iter().all(|s| (1..=cap).contains(&s.fen())), "{list:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_edges_leave_no_choice() {
        for way in Split::ALL {
            for seed in 0..5 {
                assert_eq!(amounts(50, 50, way, 20_000, seed), [1; 50], "M = n: all 1");
                assert_eq!(amounts(777, 1, way, 20_000, seed), [777], "n = 1: M");
                if way != Split::LineCut {
                    assert_eq!(amounts(300, 100, way, 3, seed), [3; 100], "M = C·n: all C");
                }
            }
        }
    }

    #[test]
    fn a_large_total_stays_exact() {
        let cap = i64::MAX / 4;
        for way in [Split::Equal, Split::DoubleMean, Split::FairMean] {
            for below_all in 0..4 {
                let total = 4 * cap - below_all;
                let list = amounts(total, 4, way, cap, RACE_SEED);
                assert_eq!(list.iter().sum::<i64>(), total);
                assert!(list.iter().all(|share| (cap - below_all..=cap).contains(share)));
            }
        }
        for way in Split::ALL {
            let list = amounts(i64::MAX, 1_000, way, i64::MAX, RACE_SEED);
            assert_eq!(list.iter().sum::<i64>(), i64::MAX);
            assert!(list.iter().all(|&share| share >= 1));
        }
    }

    #[test]
    fn the_largest_race_is_split_in_every_way() {
        for (way, total) in [
            (Split::Equal, 4_000_000_000),
            (Split::DoubleMean, 3_999_999_999),
            (Split::FairMean, 2_000_000_000),
            (Split::LineCut, 219_999),
        ] {
            let list = amounts(total, 200_000, way, 20_000, RACE_SEED);
            assert_eq!(list.len(), 200_000);
            assert!(list.iter().all(|share| (1..=20_000).contains(share)));
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_shares_on_every_machine() {
        let pinned: [(Split, [i64; 10]); 4] = [
            (Split::Equal, [1001, 1001, 1001, 1000, 1000, 1000, 1000, 1000, 1000, 1000]),
            (Split::DoubleMean, [1962, 403, 1145, 308, 440, 2061, 847, 1740, 405, 692]),
            (Split::FairMean, [1145, 1941, 1426, 1031, 405, 865, 497, 1112, 577, 1004]),
            (Split::LineCut, [1757, 701, 760, 20, 3230, 308, 139, 1326, 914, 848]),
        ];
        for (way, shares) in pinned {
            assert_eq!(amounts(10_003, 10, way, 20_000, RACE_SEED), shares, "{way:?}");
            if way != Split::Equal {
                assert_ne!(amounts(10_003, 10, way, 20_000, RACE_SEED + 1), shares);
            }
        }
        // More cuts than places without one, and as many: line_cut chooses the fewer.
        let dense = amounts(15, 10, Split::LineCut, 20_000, RACE_SEED);
        assert_eq!(dense, [1, 1, 3, 1, 1, 1, 3, 2, 1, 1]);
        let as_many = amounts(19, 10, Split::LineCut, 20_000, RACE_SEED);
        assert_eq!(as_many, [2, 1, 1, 5, 1, 2, 2, 1, 2, 2]);
    }

    #[test]
    fn the_luckiest_has_the_largest_share_and_came_first_on_a_tie() {
        assert_eq!(luckiest(&[Fen(3), Fen(9), Fen(4), Fen(9)]), Some(1));
        assert_eq!(luckiest(&[Fen(5), Fen(5)]), Some(0));
        assert_eq!(luckiest(&[]), None);
    }
}
