//! What a lane shows at the cursor: a fold over what has been shown until then, and the cards that
//! are in flight.

use race_core::trace::{End, Outcome, Step, Touch, Verb};

use super::axis::Axis;
use super::outline::Outline;
use super::record::Record;
use super::timeline::{Timeline, Track};
use super::turns;

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// On its way to Redis with a command.
    Out,
    /// On its way back with a reply.
    Back,
    /// Back in the app, holding what it read, before its next command.
    Holding,
    /// It won and goes to its tile.
    Won,
    /// It was refused and leaves.
    Refused,
}

/// A grab that is in flight at the cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// The grab.
    pub grab: u32,
    /// Its row: the place among those in flight at once, 0 and up.
    pub slot: u16,
    /// Where it is.
    pub phase: Phase,
    /// How far through that phase, 0 to 1.
    pub progress: f32,
    /// The line of the program that it is at; 0: the whole script.
    pub line: u16,
    /// The command on its way, or the next one.
    pub verb: Verb,
    /// The stock as it read it.
    pub held: Option<i64>,
    /// Whether the stock has changed since.
    pub stale: bool,
    /// The share it won, once it has.
    pub share: Option<i64>,
}

/// One box of the turn strip: commands that Redis ran with nobody in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnBox {
    /// The commands, as letters: G, S, D, …
    pub letters: Vec<char>,
    /// How many commands the box stands for, where it is too long to be written out.
    pub count: u32,
}

/// What the DOM shows of a lane at the cursor; taken at most ten times a second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneView {
    /// Whether there is a race at all.
    pub has_race: bool,
    /// Whether the cursor is at the end of a race that has ended.
    pub at_end: bool,
    /// Shares that exist.
    pub shares: u32,
    /// Shares handed out: the hero number.
    pub handed_out: u64,
    /// Shares given twice or more: won beyond distinct ones.
    pub given_twice: u64,
    /// Shares won beyond those that existed.
    pub oversold: u64,
    /// Paid out so far, in fen.
    pub paid_fen: i64,
    /// Paid beyond the packet's total, in fen.
    pub overpaid_fen: i64,
    /// Grabs that won.
    pub won: u64,
    /// Grabs refused so far.
    pub refused: u64,
    /// Grabs that failed or got no answer.
    pub failed: u64,
    /// Grabs that have not begun.
    pub waiting: u64,
    /// Grabs in flight.
    pub in_flight: u64,
    /// The stock in Redis, as far as the trace proves it.
    pub stock: Option<i64>,
    /// Whether the last write raised it.
    pub overwritten_up: bool,
    /// Cards that hold a value that is no longer true, and the value most of them hold.
    pub stale_cards: u32,
    /// The value that most cards hold.
    pub held: Option<i64>,
    /// Owners by share: index 0 is share number 1.
    pub owners: Vec<u16>,
    /// Wins of shares that do not exist.
    pub phantoms: u32,
    /// Lines of the program that somebody is at: line and how many.
    pub lines: Vec<(u16, u32)>,
    /// The command most cards are at, in lockstep.
    pub verb: Option<Verb>,
    /// Lockstep: the round, 1 and up, and how many there are.
    pub round: Option<(u32, u32)>,
    /// The latest boxes of the turn strip, oldest first; empty where the order is not known.
    pub turns: Vec<TurnBox>,
    /// True time at the cursor, in µs since the race began; none in lockstep.
    pub true_us: Option<u64>,
}

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
    /// Whether the last write raised it.
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
        Scene {
            owners: vec![0; shares as usize],
            ..Scene::default()
        }
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
        self.stock = self
            .stock
            .or_else(|| record.result.config.stock_text()?.parse().ok());
        while let Some(index) = timeline.order.get(self.events_shown) {
            if timeline.spans[*index as usize].shows > to {
                break;
            }
            self.show(record, &record.steps[*index as usize]);
            self.events_shown += 1;
        }
        self.count_tallies(record, axis, to);
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
        let holders = || {
            self.cards
                .iter()
                .filter(|card| card.held.is_some() && card.is_in_flight())
        };
        let rounds = match axis {
            Axis::Rounds(ends) => axis
                .round_at(self.at)
                .map(|round| (round + 1, ends.len() as u32)),
            Axis::Time { .. } => None,
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
            held: most_common(holders().filter_map(|card| card.held)),
            owners: self.owners.clone(),
            phantoms: counted.phantoms,
            lines: self.lines(),
            verb: record
                .is_lockstep()
                .then(|| self.cards.iter().find(|card| card.is_in_flight()))
                .flatten()
                .map(|card| card.verb),
            round: rounds,
            turns: match record.is_lockstep() {
                true => turns::boxes(record, timeline, outline, self.events_shown),
                false => Vec::new(),
            },
            true_us: axis
                .stretch()
                .map(|stretch| (f64::from(self.at) * stretch * 1e6) as u64),
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
        for share in end
            .share
            .into_iter()
            .flat_map(|share| (share - quantity + 1..=share).rev())
        {
            let twice = self.give(share);
            self.counted.shares_won += 1;
            self.counted.given_twice += u64::from(twice);
            self.counted.paid_fen += record.amount_fen(share);
        }
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
                self.cards
                    .push(card(record, timeline, track, self.at, self.stock));
            }
        }
    }

    fn lines(&self) -> Vec<(u16, u32)> {
        let mut lines: Vec<(u16, u32)> = Vec::new();
        for card in self.cards.iter().filter(|card| card.is_in_flight()) {
            match lines.iter_mut().find(|(line, _)| *line == card.line) {
                Some((_, count)) => *count += 1,
                None => lines.push((card.line, 1)),
            }
        }
        lines.sort_unstable();
        lines
    }
}

impl Card {
    /// Whether its grab has not ended.
    pub fn is_in_flight(&self) -> bool {
        matches!(self.phase, Phase::Out | Phase::Back | Phase::Holding)
    }
}

/// The card of a track at an instant within its life.
fn card(record: &Record, timeline: &Timeline, track: &Track, at: f32, stock: Option<i64>) -> Card {
    let span = |step: u32| timeline.spans[step as usize];
    let now = track
        .steps
        .partition_point(|step| span(*step).departs <= at)
        .max(1)
        - 1;
    let (index, step) = (track.steps[now], record.steps[track.steps[now] as usize]);
    let here = span(index);
    let through = |from: f32, to: f32| ((at - from) / (to - from).max(1e-6)).clamp(0.0, 1.0);
    let held = track.steps[..=now].iter().rev().find_map(|earlier| {
        match (
            record.steps[*earlier as usize].touch,
            span(*earlier).shows <= at,
        ) {
            (Touch::Read(value), true) => Some(value),
            _ => None,
        }
    });
    let ended = step.end.filter(|_| at >= here.arrives);
    let next = track
        .steps
        .get(now + 1)
        .map_or(here.arrives, |next| span(*next).departs);
    let (phase, progress) = match ended {
        Some(end) if end.outcome == Outcome::Won => (
            Phase::Won,
            through(here.arrives, here.arrives + super::timeline::EXIT_S),
        ),
        Some(_) => (
            Phase::Refused,
            through(here.arrives, here.arrives + super::timeline::EXIT_S),
        ),
        None if at < here.turns => (Phase::Out, through(here.departs, here.at_door)),
        None if at < here.arrives => (Phase::Back, through(here.turns, here.arrives)),
        None => (Phase::Holding, through(here.arrives, next)),
    };
    Card {
        grab: track.grab,
        slot: track.slot,
        phase,
        progress,
        line: step.line,
        verb: step.verb,
        held,
        stale: held.is_some() && stock.is_some() && held != stock,
        share: step
            .end
            .and_then(|end| end.share)
            .filter(|_| at >= here.shows),
    }
}

fn most_common(values: impl Iterator<Item = i64>) -> Option<i64> {
    let mut counts = std::collections::BTreeMap::new();
    for value in values {
        *counts.entry(value).or_insert(0u32) += 1;
    }
    counts
        .into_iter()
        .max_by_key(|(_, count)| *count)
        .map(|(value, _)| value)
}
