//! Shares drawn one after another, each from what the others left.

use super::draw::Draw;

/// The shares in fen of `total` fen, where `take` draws one from the fen and the people left.
pub(super) fn amounts(total: u64, shares: u32, mut take: impl FnMut(u64, u64) -> u64) -> Vec<u64> {
    let mut left = total;
    let people_left = (1..=u64::from(shares)).rev();
    people_left
        .map(|people| {
            let share = take(left, people);
            left -= share;
            share
        })
        .collect()
}

/// One share in fen: at most `hi`, and such that the rest can still be split within the cap.
pub(super) fn take(left: u64, people: u64, cap: u64, hi: u64, draw: &mut impl Draw) -> u64 {
    let others = people - 1;
    // The others can hold C·(k - 1) at most. Where that does not fit it is above R all the more.
    let lo = left.saturating_sub(cap.saturating_mul(others)).max(1);
    // The others need a fen each: this binds for the last alone, who takes what is left.
    let hi = hi.min(cap).min(left - others);
    lo + draw.below(hi - lo + 1)
}

#[cfg(test)]
mod tests {
    use crate::packet::odds::outcomes;
    use crate::packet::{double_mean, fair_mean};

    /// From every state and with every draw: by induction, every seed of the small inputs.
    #[test]
    fn every_single_draw_leaves_a_rest_that_can_be_split() {
        for left in 1..=30_u64 {
            for people in 1..=left {
                for cap in left.div_ceil(people)..=left {
                    let textbook = outcomes(|draw| double_mean::take(left, people, cap, draw));
                    let fair = outcomes(|draw| fair_mean::take(left, people, cap, draw));
                    for &share in textbook.keys().chain(fair.keys()) {
                        let (rest, others) = (left - share, people - 1);
                        assert!((1..=cap).contains(&share));
                        assert!((others..=cap * others).contains(&rest));
                    }
                }
            }
        }
    }
}
