//! Where a value lies on a chart, and how it is written.

use race_core::number::group;

/// Heights of a drawing, in its own units.
pub const HEIGHT: f64 = 220.0;

/// A scale from bottom to top, with round numbers on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// Returns a scale from 0 to a little above the largest value.
    pub fn from_zero(largest: f64) -> Scale {
        let high = if largest > 0.0 { largest * 1.12 } else { 1.0 };
        Scale::new(0.0, high)
    }

    /// Returns a scale around a value: wide enough for what is off by `off`, and never so narrow that chance
    /// fills it. Where that comes near to 0, it begins at 0.
    pub fn around(middle: f64, off: f64) -> Scale {
        let half = (off * 1.25).max(middle * 0.05);
        match half > middle * 0.4 {
            true => Scale::from_zero(middle + off),
            false => Scale::new(middle - half, middle + half),
        }
    }

    fn new(low: f64, high: f64) -> Scale {
        let rough = (high - low) / 4.0;
        let unit = 10.0_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|each| each * unit >= rough);
        Scale { low, high, step: step.unwrap_or(10.0) * unit }
    }

    /// Returns the distance of a value from the top.
    pub fn y(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        HEIGHT * (1.0 - share.clamp(0.0, 1.0))
    }

    /// Returns the round numbers on it, upwards.
    pub fn ticks(&self) -> Vec<f64> {
        let first = (self.low / self.step - 1e-9).ceil() as i64;
        let last = (self.high / self.step + 1e-9).floor() as i64;
        (first..=last).map(|tick| tick as f64 * self.step).collect()
    }

    /// Returns the decimals that its round numbers need.
    pub fn places(&self) -> usize {
        let is_round = |places: &usize| {
            let shifted = self.step * 10.0_f64.powi(*places as i32);
            (shifted - shifted.round()).abs() < 1e-6
        };
        (0..6).find(is_round).unwrap_or(6)
    }
}

/// Returns a number with this many decimals, digits in groups of three, and a true minus sign.
pub fn fixed(value: f64, places: usize) -> String {
    let unit = 10_u64.pow(places as u32);
    let number = (value.abs() * unit as f64).round() as u64;
    let sign = if value < 0.0 && number > 0 { "−" } else { "" };
    match places {
        0 => format!("{sign}{}", group(number)),
        _ => format!("{sign}{}.{:0places$}", group(number / unit), number % unit),
    }
}

/// Returns a share of a whole: `12.1%`.
pub fn percent(share: f64, places: usize) -> String {
    format!("{}%", fixed(share * 100.0, places))
}

/// Returns a coordinate, to a hundredth.
pub fn coordinate(value: f64) -> String {
    fixed(value, 2).replace(',', "").replace('−', "-")
}

/// Returns the places that are named on the axis: all, or the first and every 5th, 10th or 20th.
pub fn named(places: usize) -> Vec<usize> {
    let every = match places {
        0..=12 => 1,
        13..=30 => 5,
        31..=60 => 10,
        _ => 20,
    };
    (1..=places).filter(|place| *place == 1 || place % every == 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_has_a_few_round_numbers_and_holds_what_it_is_for() {
        for middle in [1.5, 10.0, 1_000.0, 20_000.0] {
            for off in [0.0, 0.001, 0.03, 0.2, 0.7, 3.0] {
                let scale = Scale::around(middle, off * middle);
                let ticks = scale.ticks();
                assert!((3..=7).contains(&ticks.len()), "{middle} {off}: {ticks:?}");
                for value in [middle, middle * (1.0 + off)] {
                    assert!((0.0..=HEIGHT).contains(&scale.y(value)));
                    assert!(scale.low <= value && value <= scale.high, "{middle} {off}");
                }
            }
        }
        assert_eq!(Scale::from_zero(0.0).ticks().len(), 5);
        assert_eq!(Scale::from_zero(0.8).ticks()[1..3], [0.25, 0.5]);
        assert_eq!((Scale::from_zero(0.8).places(), Scale::from_zero(800.0).places()), (2, 0));
    }

    #[test]
    fn chance_does_not_fill_a_chart() {
        let scale = Scale::around(1_000.0, 2.0);
        assert!((scale.y(1_002.0) - scale.y(998.0)).abs() < HEIGHT / 20.0);
    }

    #[test]
    fn numbers_have_the_decimals_that_were_asked_for() {
        assert_eq!(fixed(2.4814, 3), "2.481");
        assert_eq!(fixed(-0.0004, 3), "0.000");
        assert_eq!(fixed(-1_234.5, 1), "−1,234.5");
        assert_eq!(fixed(9.999, 0), "10");
        assert_eq!(percent(0.1207, 1), "12.1%");
        assert_eq!(coordinate(-1_234.5), "-1234.50");
    }

    #[test]
    fn the_axis_names_the_first_place_and_not_too_many() {
        assert_eq!(named(5), [1, 2, 3, 4, 5]);
        assert_eq!(named(20), [1, 5, 10, 15, 20]);
        assert!((2..=100).all(|places| named(places).len() <= 12));
    }
}
