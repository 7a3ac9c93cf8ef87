//! The fairness of a split: many packets, drawn from one seed and added up by the position of the grab.
//!
//! The sums are whole numbers and exact; only what is read off them in the end is a fraction.

use serde::{Deserialize, Serialize};

use crate::config::FieldError;
use crate::config::field::{Field, FieldKind, Value};
use crate::money::Fen;
use crate::packet::{Limits, Packets, Split, luckiest};

/// What one position gets out of many packets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// Its mean share, in fen.
    pub mean_fen: f64,
    /// The standard deviation of its share, in fen.
    pub deviation_fen: f64,
    /// In how many packets it had the largest share, the earliest on a tie.
    pub luckiest: u32,
}

/// The fields of a drawing, in the order of the form.
pub static FIELDS: [Field; 5] = [
    Field {
        name: "packets",
        kind: FieldKind::Whole { min: 1_000, max: 1_000_000 },
        default: "100000",
        about: "packets to draw",
    },
    Field {
        name: "shares",
        kind: FieldKind::Whole { min: 2, max: 100 },
        default: "10",
        about: "shares of a packet",
    },
    Field {
        name: "total_fen",
        kind: FieldKind::Whole { min: 2, max: 2_000_000 },
        default: "10000",
        about: "what a packet holds, in fen",
    },
    Field {
        name: "cap_fen",
        kind: FieldKind::Whole { min: 1, max: 20_000 },
        default: "20000",
        about: "the most that one share may hold, in fen",
    },
    Field {
        name: "seed",
        kind: FieldKind::Whole { min: 0, max: u64::MAX },
        default: "20260214",
        about: "what the draws follow from",
    },
];

/// Packets of one kind, to be drawn and added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How each is split.
    pub split: Split,
    /// How many.
    pub packets: u32,
    /// In how many shares.
    pub shares: u32,
    /// What each holds.
    pub total: Fen,
    /// The most that one share may hold.
    pub cap: Fen,
    /// The seed of the draws.
    pub seed: u64,
}

impl Plan {
    /// Returns the drawing of these packets, before its first packet.
    ///
    /// # Errors
    /// The first field that is out of its range, or the rule of a packet that the total breaks.
    pub fn begin(&self) -> Result<Drawing, FieldError> {
        let numbers = [
            u64::from(self.packets),
            u64::from(self.shares),
            // Below zero becomes far too large, and is refused as that.
            self.total.fen().cast_unsigned(),
            self.cap.fen().cast_unsigned(),
            self.seed,
        ];
        for (field, number) in FIELDS.iter().zip(numbers) {
            field.whole(&Value::Number(number.to_string()))?;
        }
        let Plan { split, shares, total, seed, .. } = *self;
        let limits = Limits { cap: self.cap, ..Limits::default() };
        let packets = Packets::new(total, shares, split, &limits, seed)
            .map_err(|error| FieldError::new("total_fen", error))?;
        let sums = vec![Sums::default(); shares as usize];
        Ok(Drawing { packets, left: self.packets, drawn: 0, sums })
    }
}

/// Packets that are being drawn.
pub struct Drawing {
    packets: Packets,
    left: u32,
    drawn: u32,
    sums: Vec<Sums>,
}

/// What the shares of one position add up to.
///
/// A share has at most 20,000 fen and there are at most a million packets, so that the squares come to
/// less than 2^49 and nothing below can overflow.
#[derive(Clone, Copy, Default)]
struct Sums {
    fen: u64,
    squares: u64,
    luckiest: u32,
}

impl Drawing {
    /// Draws this many more packets, or those that are left, and returns how many have been drawn in all.
    pub fn draw(&mut self, packets: u32) -> u32 {
        let packets = packets.min(self.left);
        for _ in 0..packets {
            let shares = self.packets.draw();
            for (sums, share) in self.sums.iter_mut().zip(&shares) {
                let fen = share.fen().cast_unsigned();
                sums.fen += fen;
                sums.squares += fen * fen;
            }
            if let Some(at) = luckiest(&shares) {
                self.sums[at].luckiest += 1;
            }
        }
        self.left -= packets;
        self.drawn += packets;
        self.drawn
    }

    /// Returns true if all packets have been drawn.
    pub fn is_done(&self) -> bool {
        self.left == 0
    }

    /// Returns what each position got in the packets drawn so far.
    pub fn positions(&self) -> Vec<Position> {
        self.sums.iter().map(|sums| sums.position(self.drawn)).collect()
    }
}

impl Sums {
    fn position(self, packets: u32) -> Position {
        let count = f64::from(packets.max(1));
        // Subtracted as whole numbers: as fractions, two large ones nearly alike would lose the digits.
        let (fen, squares) = (u128::from(self.fen), u128::from(self.squares));
        let spread = u128::from(packets) * squares - fen * fen;
        Position {
            mean_fen: self.fen as f64 / count,
            deviation_fen: (spread as f64).sqrt() / count,
            luckiest: self.luckiest,
        }
    }
}

#[cfg(test)]
mod tests;
