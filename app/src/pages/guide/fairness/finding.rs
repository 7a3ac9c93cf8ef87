//! What the answer shows. Noise must not be read as bias, so every difference is compared with its
//! standard error.

use race_core::fairness::Plan;
use race_core::fairness::Position;

/// Differences up to this many standard errors are taken for chance: of 400 means (four ways, a hundred
/// places), one in forty pages would show a larger one by chance.
pub const CHANCE: f64 = 4.0;

/// A place in the line, the first being 1, with its value.
pub type Place = (usize, f64);

/// What each place gets on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mean {
    /// Always the same.
    Exact,
    /// The same, but for chance: the place that is farthest off, and by how many standard errors.
    Even(Place, f64),
    /// Not the same: the lowest and the highest; in standard errors, unless no chance is in it.
    Uneven(Place, Place, Option<f64>),
}

/// How far a share varies, as a part of its mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// Not at all.
    None,
    /// As far at the first place as at the last.
    Same(f64),
    /// From the first to the last.
    Changes(f64, f64),
}

/// Who has the largest share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Luck {
    /// Always the first: all hold the same, or chance has no part in it.
    First,
    /// All alike, but for chance.
    Alike,
    /// Least often and most often.
    Differs(Place, Place),
}

/// One way's packets.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What was drawn.
    pub plan: Plan,
    /// What came of it.
    pub positions: Vec<Position>,
}

impl Line {
    fn count(&self) -> f64 {
        f64::from(self.plan.packets)
    }

    /// Returns what every place would get if all got the same, in fen.
    pub fn even(&self) -> f64 {
        self.plan.total.fen() as f64 / f64::from(self.plan.shares)
    }

    /// Returns how far chance takes a mean, in fen.
    pub fn error(&self, position: &Position) -> f64 {
        position.deviation_fen / self.count().sqrt()
    }

    /// Returns the largest of those, in fen.
    pub fn error_max(&self) -> f64 {
        self.positions.iter().map(|position| self.error(position)).fold(0.0, f64::max)
    }

    /// Returns the share of the packets in which a place was luckiest.
    pub fn luck_of(&self, position: &Position) -> f64 {
        f64::from(position.luckiest) / self.count()
    }

    /// Returns true if chance has no part in it.
    fn is_certain(&self) -> bool {
        self.positions.iter().all(|position| position.deviation_fen == 0.0)
    }

    /// Returns how far off a place is, in standard errors; infinite where there is no chance in it.
    fn errors_off(&self, position: &Position) -> f64 {
        let off = (position.mean_fen - self.even()).abs();
        if off < 1e-9 { 0.0 } else { off / self.error(position) }
    }

    /// Returns what each place gets on average.
    pub fn mean(&self) -> Mean {
        let all = || self.positions.iter().enumerate();
        let by_errors = |(_, position): &(usize, &Position)| self.errors_off(position);
        let Some((at, worst)) = all().max_by(|a, b| by_errors(a).total_cmp(&by_errors(b))) else {
            return Mean::Exact;
        };
        let errors = self.errors_off(worst);
        if errors == 0.0 && self.is_certain() {
            return Mean::Exact;
        }
        if errors <= CHANCE {
            return Mean::Even((at + 1, worst.mean_fen - self.even()), errors);
        }
        let (low, high) = ends(self.positions.iter().map(|position| position.mean_fen));
        let finite = all().map(|each| by_errors(&each)).filter(|errors| errors.is_finite());
        let finite = finite.fold(0.0, f64::max);
        Mean::Uneven(low, high, (finite > CHANCE).then_some(finite))
    }

    /// Returns how far shares vary.
    pub fn spread(&self) -> Spread {
        if self.is_certain() {
            return Spread::None;
        }
        let of = |position: Option<&Position>| position.map_or(0.0, spread_of);
        let (first, last) = (of(self.positions.first()), of(self.positions.last()));
        // A standard deviation is off by about 1/√N of itself, the last one's by more.
        let chance = 2.0 * CHANCE / self.count().sqrt();
        match (last - first).abs() > chance * first.max(last) {
            true => Spread::Changes(first, last),
            false => Spread::Same(first),
        }
    }

    /// Returns who is luckiest.
    pub fn luck(&self) -> Luck {
        if self.is_certain() {
            return Luck::First;
        }
        let even = 1.0 / f64::from(self.plan.shares);
        let error = (even * (1.0 - even) / self.count()).sqrt();
        let (low, high) = ends(self.positions.iter().map(|position| self.luck_of(position)));
        match (even - low.1).max(high.1 - even) > CHANCE * error {
            true => Luck::Differs(low, high),
            false => Luck::Alike,
        }
    }

    /// Returns true if a share above the cap would have been possible without it.
    pub fn cap_binds(&self) -> bool {
        self.plan.cap.fen() < self.plan.total.fen() - i64::from(self.plan.shares) + 1
    }
}

/// Returns the standard deviation of a place's share, as a part of its mean.
pub fn spread_of(position: &Position) -> f64 {
    if position.mean_fen > 0.0 { position.deviation_fen / position.mean_fen } else { 0.0 }
}

/// Returns the lowest and the highest of some values, the earliest on a tie.
fn ends(values: impl Iterator<Item = f64>) -> (Place, Place) {
    let (mut low, mut high) = ((1, f64::INFINITY), (1, f64::NEG_INFINITY));
    for (at, value) in values.enumerate() {
        low = if value < low.1 { (at + 1, value) } else { low };
        high = if value > high.1 { (at + 1, value) } else { high };
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::money::Fen;
    use race_core::packet::Split;

    fn line(split: Split, packets: u32, total: i64, shares: u32, cap: i64) -> Line {
        let plan = Plan { split, packets, shares, total: Fen(total), cap: Fen(cap), seed: 1 };
        let mut drawing = plan.begin().unwrap();
        drawing.draw(packets);
        Line { plan, positions: drawing.positions() }
    }

    #[test]
    fn a_hundred_yuan_in_ten_is_even_and_what_differs_is_the_risk() {
        let fair = line(Split::FairMean, 100_000, 10_000, 10, 20_000);
        assert!(matches!(fair.mean(), Mean::Even(_, errors) if errors <= CHANCE));
        let Spread::Changes(first, last) = fair.spread() else { panic!("{:?}", fair.spread()) };
        assert!(first < 0.59 && last > 0.75);
        let Luck::Differs(_, (high, share)) = fair.luck() else { panic!("{:?}", fair.luck()) };
        assert!(high >= 9 && share > 0.115);
        assert!(!fair.cap_binds());
    }

    #[test]
    fn fifteen_fen_in_ten_tell_the_textbook_from_the_fair_mean() {
        let textbook = line(Split::DoubleMean, 10_000, 15, 10, 20_000);
        let Mean::Uneven((1, low), (10, high), Some(errors)) = textbook.mean() else {
            panic!("{:?}", textbook.mean())
        };
        assert!(low == 1.0 && (high - 2.481).abs() < 0.1 && errors > 50.0);
        let fair = line(Split::FairMean, 10_000, 15, 10, 20_000);
        assert!(matches!(fair.mean(), Mean::Even(..)));
    }

    #[test]
    fn a_cap_that_binds_is_seen_and_known() {
        let capped = line(Split::FairMean, 100_000, 10, 5, 3);
        assert!(capped.cap_binds());
        assert!(
            matches!(capped.mean(), Mean::Uneven(_, (4 | 5, _), Some(_))),
            "{:?}",
            capped.mean()
        );
    }

    #[test]
    fn where_there_is_no_chance_none_is_claimed() {
        let even = line(Split::Equal, 1_000, 1_000, 10, 20_000);
        assert_eq!(
            (even.mean(), even.spread(), even.luck()),
            (Mean::Exact, Spread::None, Luck::First)
        );
        let rest = line(Split::Equal, 1_000, 100, 18, 20_000);
        assert_eq!(rest.mean(), Mean::Uneven((11, 5.0), (1, 6.0), None));
    }

    #[test]
    fn a_line_is_alike_everywhere_whatever_the_seed() {
        for seed in 0..20 {
            let plan = Plan { seed, ..line(Split::LineCut, 1_000, 10_000, 10, 20_000).plan };
            let mut drawing = plan.begin().unwrap();
            drawing.draw(plan.packets);
            let line = Line { plan, positions: drawing.positions() };
            assert!(matches!(line.mean(), Mean::Even(..)), "{seed}: {:?}", line.mean());
            assert!(matches!(line.spread(), Spread::Same(_)), "{seed}: {:?}", line.spread());
            assert_eq!(line.luck(), Luck::Alike, "{seed}");
        }
    }
}
