//! The counter of a race: every driver hands in how its grabs end, and every number of a result comes
//! from here.

use std::collections::BTreeMap;

use crate::config::{InitialStock, RaceConfig};
use crate::money::Fen;
use crate::property::{self, Facts};
use crate::result::{Failure, RaceResult};
use crate::trace::{Counts, End, Outcome, Touch};

/// Distinct reasons that are kept; the rest are counted under the last one's name.
const REASONS_MAX: usize = 8;

/// What a reply means for a try at the lock or the stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Try {
    /// Nothing.
    Plain,
    /// It was refused: the lock is taken, or a watched key has changed.
    Refused,
    /// A lock was to be released that is no longer one's own: a script about the lock returned 0.
    StaleRelease,
    /// A write was refused because a newer number was drawn: a script about the fence returned 0.
    StaleWrite,
}

/// The counter of one race.
///
/// # Examples
/// ```
/// use race_core::config::field::plain;
/// use race_core::trace::{Outcome, Property, Standing};
/// use race_core::{Counter, RaceConfig, property};
///
/// let config = RaceConfig::from_fields(&plain([("shares", "1"), ("racers", "2")]))?;
/// let mut counter = Counter::new(&config);
/// counter.end(0, 1, Outcome::Won, Some(1));
/// counter.end(1, 1, Outcome::Won, Some(1));
/// assert_eq!((counter.counts().won, counter.counts().given_twice), (2, 1));
///
/// let verdict = property::judge(&counter.facts(Some(0), None));
/// assert_eq!(verdict[&Property::NoOversell], Standing::Broken);
/// # Ok::<(), race_core::config::FieldError>(())
/// ```
#[derive(Clone)]
pub struct Counter {
    shares: u32,
    total_fen: i64,
    stock_loaded: bool,
    /// By share number − 1.
    amounts: Vec<Fen>,
    /// How many hold each share, by share number − 1.
    owners: Vec<u32>,
    phantom_owners: BTreeMap<i64, u32>,
    /// By racer; empty where each racer grabs once.
    wins: Vec<u32>,
    counts: Counts,
    counter_min: Option<i64>,
    sold_out_quantity_min: Option<u32>,
    reasons: BTreeMap<String, u64>,
    /// For programs that do not return which share they won: the next number.
    next_share: i64,
    /// For the same: what was refunded, as the highest number and how many from there down.
    refunded: Vec<(i64, u32)>,
}

impl Counter {
    /// Returns a counter that has counted nothing yet.
    pub fn new(config: &RaceConfig) -> Counter {
        let mut amounts = config.amounts();
        // Shares are taken from the highest number down, so the first amount is the last share's.
        amounts.reverse();
        Counter {
            shares: config.shares,
            total_fen: config.total_fen,
            stock_loaded: config.stock == InitialStock::Loaded,
            amounts,
            owners: vec![0; config.shares as usize],
            phantom_owners: BTreeMap::new(),
            wins: if config.has_repeats() { vec![0; config.racers as usize] } else { Vec::new() },
            counts: Counts::default(),
            counter_min: None,
            sold_out_quantity_min: None,
            reasons: BTreeMap::new(),
            next_share: i64::from(config.shares),
            refunded: Vec::new(),
        }
    }

    /// Counts a round trip and what it proved about the stock.
    pub fn command(&mut self, touch: Touch) {
        self.counts.commands += 1;
        if let Touch::Read(value) | Touch::Wrote(value) = touch {
            self.see_counter(value);
        }
    }

    /// Counts what a reply meant for a try; `goes_on` is true if the grab tries again.
    pub fn tried(&mut self, outcome: Try, goes_on: bool) {
        match outcome {
            Try::Plain => {}
            Try::Refused => self.counts.retries += u64::from(goes_on),
            Try::StaleRelease => self.counts.stale_releases += 1,
            Try::StaleWrite => {
                self.counts.stale_writes += 1;
                self.counts.retries += u64::from(goes_on);
            }
        }
    }

    /// Takes note of a value that the counter had.
    pub fn see_counter(&mut self, value: i64) {
        self.counter_min = Some(self.counter_min.map_or(value, |lowest| lowest.min(value)));
    }

    /// Counts a grab's end; a win without a share number gets the next one, downwards.
    pub fn end(&mut self, racer: u32, quantity: u32, outcome: Outcome, share: Option<i64>) -> End {
        *self.counts.slot(outcome) += 1;
        let share = match outcome {
            Outcome::Won => Some(share.unwrap_or_else(|| self.share_for(quantity))),
            _ => None,
        };
        if let Some(highest) = share {
            for number in (highest - i64::from(quantity) + 1..=highest).rev() {
                self.give(number);
            }
            if let Some(wins) = self.wins.get_mut(racer as usize) {
                *wins += 1;
            }
        }
        if outcome == Outcome::SoldOut {
            let smallest = self.sold_out_quantity_min.map_or(quantity, |min| min.min(quantity));
            self.sold_out_quantity_min = Some(smallest);
        }
        End { outcome, share }
    }

    /// Takes back what a grab of this racer won, its highest share being this one.
    pub fn refund(&mut self, racer: u32, quantity: u32, share: i64) {
        self.refunded.push((share, quantity));
        // A grab that was refused before could not have had it.
        if let Some(smallest) = &mut self.sold_out_quantity_min {
            *smallest += quantity;
        }
        for number in share - i64::from(quantity) + 1..=share {
            self.take_back(number);
        }
        if let Some(wins) = self.wins.get_mut(racer as usize) {
            *wins -= 1;
        }
    }

    /// Keeps the reason of a failed grab, for the result.
    pub fn failure(&mut self, reason: &str) {
        if let Some(count) = self.reasons.get_mut(reason) {
            *count += 1;
        } else if self.reasons.len() < REASONS_MAX {
            self.reasons.insert(reason.to_owned(), 1);
        } else if let Some(mut last) = self.reasons.last_entry() {
            *last.get_mut() += 1;
        }
    }

    /// Returns what has been counted so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Returns the reasons of failed grabs, most frequent first.
    fn failures(&self) -> Vec<Failure> {
        let mut failures: Vec<_> = self
            .reasons
            .iter()
            .map(|(reason, count)| Failure { reason: reason.clone(), count: *count })
            .collect();
        failures.sort_by_key(|failure| core::cmp::Reverse(failure.count));
        failures
    }

    /// Closes a result: the last counts, what the store finally holds, and the verdict on both.
    pub fn settle(
        &mut self,
        result: &mut RaceResult,
        elapsed_us: u64,
        counter_final: Option<i64>,
        shares_recorded: Option<u64>,
    ) {
        let facts = self.facts(counter_final, shares_recorded);
        result.count(&self.counts, elapsed_us);
        result.counter_final = counter_final;
        result.counter_min = self.counter_min;
        result.recorded = shares_recorded;
        result.undersold = property::undersold_shares(&facts);
        result.failures = self.failures();
        result.verdict = property::judge(&facts);
    }

    /// Returns the facts to judge, with what the store finally holds.
    pub fn facts(&mut self, counter_final: Option<i64>, shares_recorded: Option<u64>) -> Facts {
        if let Some(value) = counter_final {
            self.see_counter(value);
        }
        let left = counter_final.unwrap_or(0).clamp(0, i64::from(self.shares)) as usize;
        Facts {
            shares: u64::from(self.shares),
            shares_won: self.counts.shares_won,
            shares_recorded,
            wins_of_one_racer_max: self.wins.iter().copied().max(),
            phantoms: self.phantoms(),
            counter_final,
            counter_min: self.counter_min,
            sold_out_quantity_min: self.sold_out_quantity_min,
            total_fen: self.total_fen,
            paid_fen: self.counts.paid_fen,
            left_fen: self.amounts[..left].iter().map(|amount| amount.0).sum(),
            stock_loaded: self.stock_loaded,
            failed: self.counts.failed,
        }
    }

    /// Returns the highest number of the next shares: of those that were refunded, or new ones.
    fn share_for(&mut self, quantity: u32) -> i64 {
        let fits = self.refunded.iter().position(|(_, count)| *count >= quantity);
        let Some(at) = fits else {
            let highest = self.next_share;
            self.next_share -= i64::from(quantity);
            return highest;
        };
        let (highest, count) = self.refunded.swap_remove(at);
        if count > quantity {
            self.refunded.push((highest - i64::from(quantity), count - quantity));
        }
        highest
    }

    fn give(&mut self, number: i64) {
        self.counts.shares_won += 1;
        self.counts.paid_fen += self.worth(number);
        let owners = self.owners_of(number);
        *owners += 1;
        self.counts.given_twice += u64::from(*owners > 1);
    }

    fn take_back(&mut self, number: i64) {
        self.counts.shares_won -= 1;
        self.counts.paid_fen -= self.worth(number);
        let owners = self.owners_of(number);
        *owners -= 1;
        self.counts.given_twice -= u64::from(*owners > 0);
    }

    fn owners_of(&mut self, number: i64) -> &mut u32 {
        match (1..=i64::from(self.shares)).contains(&number) {
            true => &mut self.owners[number as usize - 1],
            false => self.phantom_owners.entry(number).or_default(),
        }
    }

    /// A share that does not exist has no amount of its own: it is counted as the mean.
    fn worth(&self, number: i64) -> i64 {
        match (1..=i64::from(self.shares)).contains(&number) {
            true => self.amounts[number as usize - 1].0,
            false => self.total_fen / i64::from(self.shares),
        }
    }

    fn phantoms(&self) -> u64 {
        let twice = self.owners.iter().filter(|owners| **owners > 1).count();
        let phantom = self.phantom_owners.values().filter(|owners| **owners > 0).count();
        (twice + phantom) as u64
    }
}

#[cfg(test)]
mod tests;
