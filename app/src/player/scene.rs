//! What a lane shows at the cursor: a fold over what has been shown until then, and the cards that
//! are in flight.

use race_core::trace::{End, Outcome, Step, Touch};

use super::axis::Axis;
use super::card::{self, Card};
use super::lane_view::LaneView;
use super::outline::Outline;
use super::record::Record;
use super::timeline::Timeline;
use super::turns;

/// A lane at a cursor; moving it on is cheap, moving it back starts anew.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The cursor, in seconds of playback.
    pub at: f32,
    /// Owners by share: index 0 is share number 1.
    pub owners: Vec<u16>,
    /// The share that was given last, for the eye.
    pub last_share: Option<i64>,
    /// The stock, as far as the trace proves it.
    pub stock: Option<i64>,
    /// True if the last write raised it.
    pub overwritten_up: bool,
    /// Cards in flight, refilled by [`Scene::seek`].
    pub cards: Vec<Card>,
    /// Grabs that have not begun and grabs in flight.
    pub crowd: (u64, u64),
    counted: Counted,
    events_shown: usize,
    tallies_shown: usize,
}

/// What has been counted up to the cursor.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    shares_won: u64,
    given_twice: u64,
    paid_fen: i64,
    won: u64,
    refused: u64,
    failed: u64,
    phantoms: u32,
}

impl Scene {
    /// A lane with this many shares, at the beginning.
    pub fn new(shares: u32) -> Scene {
        Scene { owners: vec![0; shares as usize], ..Scene::default() }
    }

    /// Moves the cursor.
    pub fn seek(&mut self, record: &Record, timeline: &Timeline, axis: &Axis, to: f32) {
        if to < self.at || self.events_shown > timeline.order.len() {
            *self = Scene {
                cards: std::mem::take(&mut self.cards),
                ..Scene::new(record.result.shares)
            };
        }
        self.at = to;
        self.stock = self.stock.or_else(|| record.result.config.stock_text()?.parse().ok());
        while let Some(index) = timeline.order.get(self.events_shown) {
            if timeline.spans[*index as usize].shows > to {
                break;
            }
            self.show(record, &record.steps[*index as usize]);
            self.events_shown += 1;
        }
        self.count_tallies(record, axis, to);
        if !record.is_whole() && record.ended() && to >= timeline.ends {
            // The sample's last reply need not be the race's: what Redis finally held is known.
            self.stock = record.result.counter_final.or(self.stock);
        }
        self.gather_cards(record, timeline);
        let ended = self.counted.won + self.counted.refused + self.counted.failed;
        let in_flight = self.cards.iter().filter(|card| card.is_in_flight()).count() as u64;
        let in_flight = in_flight * u64::from(record.result.trace_every);
        let waiting = u64::from(record.result.grabs).saturating_sub(ended + in_flight);
        self.crowd = (waiting, in_flight);
    }

    /// How many shown events there are: changes if and only if the fold does.
    pub fn shown(&self) -> usize {
        self.events_shown + self.tallies_shown
    }

    /// A snapshot for the DOM.
    pub fn view(
        &self,
        record: &Record,
        timeline: &Timeline,
        axis: &Axis,
        outline: &Outline,
    ) -> LaneView {
        let shares = u64::from(record.result.shares);
        let counted = self.counted;
        let over_fen = counted.paid_fen - record.result.config.total_fen;
        let holders =
            || self.cards.iter().filter(|card| card.held.is_some() && card.is_in_flight());
        let rounds = match axis {
            Axis::Rounds(ends) => {
                axis.round_at(self.at).map(|round| (round + 1, ends.len() as u32))
            }
            Axis::Turns(_) | Axis::Time { .. } => None,
        };
        LaneView {
            has_race: true,
            at_end: record.ended()
                && self.at >= timeline.ends
                && self.events_shown == timeline.order.len(),
            shares: record.result.shares,
            handed_out: counted.shares_won,
            given_twice: counted.given_twice,
            oversold: counted.shares_won.saturating_sub(shares),
            paid_fen: counted.paid_fen,
            overpaid_fen: over_fen.max(0),
            won: counted.won,
            refused: counted.refused,
            failed: counted.failed,
            waiting: self.crowd.0,
            in_flight: self.crowd.1,
            stock: self.stock,
            overwritten_up: self.overwritten_up,
            stale_cards: holders().filter(|card| card.stale).count() as u32,
            held: self::holders(holders().filter_map(|card| card.held))
                .first()
                .map(|(value, _)| *value),
            owners: self.owners.clone(),
            phantoms: counted.phantoms,
            paid_most: self.paid_most(record),
            lines: self.lines(),
            verb: record
                .is_lockstep()
                .then(|| self.cards.iter().find(|card| card.is_in_flight()))
                .flatten()
                .map(|card| card.verb),
            round: rounds,
            turn: axis.turn_at(self.at),
            turns: match record.is_lockstep() {
                true => turns::boxes(record, timeline, outline, self.events_shown),
                false => timeline.xray.boxes(record, self.events_shown),
            },
            log: timeline.xray.log(record, self.events_shown),
            true_us: axis.stretch().map(|stretch| (f64::from(self.at) * stretch * 1e6) as u64),
        }
    }

    fn show(&mut self, record: &Record, step: &Step) {
        if let Touch::Wrote(value) = step.touch {
            self.overwritten_up = self.stock.is_some_and(|now| value > now);
            self.stock = Some(value);
        } else if let (Touch::Read(value), None) = (step.touch, self.stock) {
            self.stock = Some(value);
        }
        if let (Some(end), true) = (step.end, record.is_whole()) {
            self.count(record, step.grab, end);
        }
    }

    fn count(&mut self, record: &Record, grab: u32, end: End) {
        match end.outcome {
            Outcome::Won => self.counted.won += 1,
            Outcome::Failed | Outcome::Lost => self.counted.failed += 1,
            _ => self.counted.refused += 1,
        }
        let quantity = i64::from(record.result.config.quantity(grab));
        for share in end.share.into_iter().flat_map(|share| (share - quantity + 1..=share).rev()) {
            let twice = self.give(share);
            self.counted.shares_won += 1;
            self.counted.given_twice += u64::from(twice);
            self.counted.paid_fen += record.amount_fen(share);
        }
    }

    fn paid_most(&self, record: &Record) -> Option<(u32, u16, i64)> {
        let shares = (1..).zip(&self.owners).filter(|(_, owners)| **owners > 1);
        let paid = shares.map(|(share, owners)| (share, *owners, record.amount_fen(share.into())));
        paid.max_by_key(|(_, owners, fen)| i64::from(owners - 1) * fen)
    }

    /// Adds an owner; whether the share had one.
    fn give(&mut self, share: i64) -> bool {
        self.last_share = Some(share);
        match self.owners.get_mut((share - 1) as usize) {
            Some(owners) => {
                *owners = owners.saturating_add(1);
                *owners > 1
            }
            None => {
                self.counted.phantoms += 1;
                false
            }
        }
    }

    /// In a race of which only a sample is traced, the tallies keep the numbers exact.
    fn count_tallies(&mut self, record: &Record, axis: &Axis, to: f32) {
        while let Some(tally) = record.tallies.get(self.tallies_shown) {
            if axis.at_us(tally.at_us) > to {
                return;
            }
            for share in &tally.shares {
                self.give(*share);
            }
            let counts = &tally.counts;
            self.counted = Counted {
                shares_won: counts.shares_won,
                given_twice: counts.given_twice,
                paid_fen: counts.paid_fen,
                won: counts.won,
                refused: counts.refused(),
                failed: counts.failed + counts.lost,
                phantoms: self.counted.phantoms,
            };
            self.tallies_shown += 1;
        }
    }

    fn gather_cards(&mut self, record: &Record, timeline: &Timeline) {
        self.cards.clear();
        for track in &timeline.tracks {
            let (begins, left) = timeline.life(track);
            if begins <= self.at && self.at < left {
                self.cards.push(card::at(record, timeline, track, self.at, self.stock));
            }
        }
    }

    fn lines(&self) -> Vec<(u16, u32)> {
        let mut lines: Vec<(u16, u32)> = Vec::new();
        for card in self.cards.iter().filter(|card| card.is_in_flight()) {
            match lines.binary_search_by_key(&card.line, |(line, _)| *line) {
                Ok(at) => lines[at].1 += 1,
                Err(at) => lines.insert(at, (card.line, 1)),
            }
        }
        lines
    }
}

/// How many hold each value, most of them first.
pub fn holders(values: impl Iterator<Item = i64>) -> Vec<(i64, u32)> {
    let mut counts: Vec<(i64, u32)> = Vec::new();
    for value in values {
        match counts.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    }
    // Few values are held at once, so the largest is simply looked for.
    for at in 0..counts.len() {
        let most = (at..counts.len()).max_by_key(|each| counts[*each].1).unwrap_or(at);
        counts.swap(at, most);
    }
    counts
}
