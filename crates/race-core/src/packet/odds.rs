//! Exact odds for the tests: every outcome of a function that draws, with its probability.
//!
//! A script of choices stands in for the seed. It starts empty, grows by zeros as the function
//! draws, and then counts up like an odometer until the first wheel is through.

use super::draw::Draw;
use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::{Add, Mul};

/// A probability or a mean as an exact fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    over: i128,
    under: i128,
}

impl Ratio {
    pub(super) fn new(over: i128, under: i128) -> Ratio {
        let common = gcd(over, under);
        let (over, under) = (over / common, under / common);
        Ratio { over, under }
    }

    pub(super) fn whole(number: i128) -> Ratio {
        Ratio::new(number, 1)
    }

    /// The nearest number of thousandths.
    pub(super) fn thousandths(self) -> i128 {
        (2_000 * self.over + self.under) / (2 * self.under)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Add for Ratio {
    type Output = Ratio;
    fn add(self, other: Ratio) -> Ratio {
        // Over the least common denominator, or the product would soon not fit.
        let scale = other.under / gcd(self.under, other.under);
        let over = self.over * scale + other.over * (self.under * scale / other.under);
        Ratio::new(over, self.under * scale)
    }
}

impl Mul for Ratio {
    type Output = Ratio;
    fn mul(self, other: Ratio) -> Ratio {
        Ratio::new(self.over * other.over, self.under * other.under)
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<std::cmp::Ordering> {
        (self.over * other.under).partial_cmp(&(other.over * self.under))
    }
}

impl Sum for Ratio {
    fn sum<I: Iterator<Item = Ratio>>(ratios: I) -> Ratio {
        ratios.fold(Ratio::whole(0), Ratio::add)
    }
}

/// The choices of one walk: at each draw, which of how many.
#[derive(Default)]
pub(super) struct Choices {
    choices: Vec<(u64, u64)>,
    at: usize,
}

impl Draw for Choices {
    fn below(&mut self, count: u64) -> u64 {
        if self.at == self.choices.len() {
            self.choices.push((0, count));
        }
        let (choice, count_before) = self.choices[self.at];
        assert_eq!(count, count_before, "same choices, same questions");
        self.at += 1;
        choice
    }
}

impl Choices {
    fn odds(&self) -> Ratio {
        let counts = self.choices.iter().map(|&(_, count)| i128::from(count));
        Ratio::new(1, counts.product())
    }

    /// Moves on to the next walk; false if there is none.
    fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((choice, count)) = self.choices.pop() {
            if choice + 1 < count {
                self.choices.push((choice + 1, count));
                return true;
            }
        }
        false
    }
}

/// What `walk` can return, and how probably.
pub(super) fn outcomes<T: Ord>(mut walk: impl FnMut(&mut Choices) -> T) -> BTreeMap<T, Ratio> {
    let mut odds = BTreeMap::new();
    let mut script = Choices::default();
    loop {
        let outcome = walk(&mut script);
        let sum = odds.entry(outcome).or_insert(Ratio::whole(0));
        *sum = *sum + script.odds();
        if !script.advance() {
            return odds;
        }
    }
}

/// Each position's mean share in fen, where `take` draws one from the fen and the people left.
///
/// What is left is all that a draw depends on, so the odds of it are carried from one position
/// to the next: whole walks would be too many.
pub(super) fn means(
    total: u64,
    shares: u64,
    take: impl Fn(u64, u64, &mut Choices) -> u64,
) -> Vec<Ratio> {
    let mut odds_of_left = BTreeMap::from([(total, Ratio::whole(1))]);
    let mut means = Vec::new();
    for people in (1..=shares).rev() {
        let mut mean = Ratio::whole(0);
        let mut odds_after = BTreeMap::new();
        for (left, odds_here) in odds_of_left {
            for (share, odds) in outcomes(|script| take(left, people, script)) {
                let odds = odds * odds_here;
                mean = mean + Ratio::whole(i128::from(share)) * odds;
                let sum = odds_after.entry(left - share).or_insert(Ratio::whole(0));
                *sum = *sum + odds;
            }
        }
        means.push(mean);
        odds_of_left = odds_after;
    }
    means
}
