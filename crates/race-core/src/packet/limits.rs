//! What a packet may be, and the refusals that name the rule.

use super::Split;
use crate::money::Fen;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// The settings that bound a packet; the least share is always 1 fen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most that one share may hold, in fen.
    pub cap: Fen,
    /// The most shares that one packet may have.
    pub shares_max: u32,
}

impl Default for Limits {
    /// The limits of a race: 20,000 fen a share and 200,000 shares.
    fn default() -> Limits {
        Limits { cap: Fen(20_000), shares_max: 200_000 }
    }
}

impl Limits {
    /// Checks that these limits allow a packet.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check(&self, total: Fen, shares: u32, split: Split) -> Result<(), PacketError> {
        let shares_max = self.shares_max;
        if shares < 1 || shares > shares_max {
            return Err(PacketError::SharesRange { shares, shares_max });
        }
        let total_min = Fen(i64::from(shares));
        // Where the product does not fit, no total can be above it: saturating is exact.
        let total_max = Fen(self.cap.fen().saturating_mul(i64::from(shares)));
        let refused = RefusedTotal { total, shares, total_min, total_max };
        if total < total_min {
            return Err(PacketError::OneFenEach(refused));
        }
        if total > total_max {
            return Err(PacketError::Cap(refused));
        }
        // One line may be cut at 1, 2, … n - 1, which leaves M - n + 1 to the last share.
        let cut_max = Fen(self.cap.fen().saturating_add(i64::from(shares) - 1));
        if split == Split::LineCut && total > cut_max {
            let total_max = cut_max;
            return Err(PacketError::LineCutCap(RefusedTotal { total_max, ..refused }));
        }
        Ok(())
    }
}

/// A total that was refused, with what is allowed for as many shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedTotal {
    /// The total asked for, in fen.
    pub total: Fen,
    /// The number of shares asked for.
    pub shares: u32,
    /// The least total allowed for these shares, in fen.
    pub total_min: Fen,
    /// The largest total allowed for these shares, in fen.
    pub total_max: Fen,
}

/// Why a packet is refused at its creation; shown with the rule's name and the allowed range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum PacketError {
    /// There must be at least one share and at most the limit.
    #[error("{}: {shares} shares; allowed: 1 to {shares_max}", self.rule())]
    SharesRange {
        /// The number of shares asked for.
        shares: u32,
        /// The most shares allowed.
        shares_max: u32,
    },
    /// Each share must hold at least 1 fen: n <= M.
    #[error("{rule}: {0}", rule = self.rule())]
    OneFenEach(RefusedTotal),
    /// No share may hold more than the cap: M <= C·n.
    #[error("{rule}: {0}", rule = self.rule())]
    Cap(RefusedTotal),
    /// Line cutting keeps no cap, so its largest possible share must fit: M - n + 1 <= C.
    #[error("{rule}: {0}", rule = self.rule())]
    LineCutCap(RefusedTotal),
}

impl PacketError {
    /// Returns the broken rule's name, such as `"one_fen_each"`.
    pub const fn rule(&self) -> &'static str {
        match self {
            PacketError::SharesRange { .. } => "shares_range",
            PacketError::OneFenEach(_) => "one_fen_each",
            PacketError::Cap(_) => "cap",
            PacketError::LineCutCap(_) => "line_cut_cap",
        }
    }
}

impl fmt::Display for RefusedTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RefusedTotal { total, shares, total_min, total_max } = self;
        write!(f, "{total} yuan over {shares} shares; allowed: {total_min} to {total_max} yuan")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(total: i64, shares: u32, way: Split) -> String {
        let checked = Limits::default().check(Fen(total), shares, way);
        checked.unwrap_err().to_string()
    }

    #[test]
    fn what_is_outside_the_limits_is_refused_with_the_rule_and_the_range() {
        for way in Split::ALL {
            assert_eq!(
                refusal(10, 15, way),
                "one_fen_each: 0.10 yuan over 15 shares; allowed: 0.15 to 3000.00 yuan"
            );
            assert_eq!(
                refusal(2, 4, way),
                "one_fen_each: 0.02 yuan over 4 shares; allowed: 0.04 to 800.00 yuan"
            );
            assert_eq!(
                refusal(-100, 1, way),
                "one_fen_each: -1.00 yuan over 1 shares; allowed: 0.01 to 200.00 yuan"
            );
            assert_eq!(
                refusal(40_001, 2, way),
                "cap: 400.01 yuan over 2 shares; allowed: 0.02 to 400.00 yuan"
            );
            assert_eq!(refusal(100, 0, way), "shares_range: 0 shares; allowed: 1 to 200000");
            assert_eq!(
                refusal(i64::MAX, 200_001, way),
                "shares_range: 200001 shares; allowed: 1 to 200000"
            );
        }
        assert_eq!(
            refusal(20_002, 2, Split::LineCut),
            "line_cut_cap: 200.02 yuan over 2 shares; allowed: 0.02 to 200.01 yuan"
        );
        assert_eq!(Limits::default().check(Fen(20_001), 2, Split::LineCut), Ok(()));
    }
}
