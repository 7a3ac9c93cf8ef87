//! A grab in flight, as a card.

use race_core::trace::{Outcome, Touch, Verb};

use super::record::Record;
use super::timeline::{EXIT_S, Timeline, Track};

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
    /// The command that it sent last.
    pub verb: Verb,
    /// The stock as it read it.
    pub held: Option<i64>,
    /// True if the stock has changed since.
    pub stale: bool,
    /// The share it won, once it has.
    pub share: Option<i64>,
    /// True if its grab has ended, though its card may still be on its way back.
    pub ended: bool,
}

impl Card {
    /// Returns true if its grab has not ended.
    pub fn is_in_flight(&self) -> bool {
        !self.ended
    }
}

/// The card of a track at an instant within its life.
pub fn at(
    record: &Record,
    timeline: &Timeline,
    track: &Track,
    now: f32,
    stock: Option<i64>,
) -> Card {
    let span = |step: u32| timeline.spans[step as usize];
    let current = track.steps.partition_point(|step| span(*step).departs <= now).max(1) - 1;
    let (index, step) = (track.steps[current], record.steps[track.steps[current] as usize]);
    let here = span(index);
    let through = |from: f32, to: f32| ((now - from) / (to - from).max(1e-6)).clamp(0.0, 1.0);
    let held = track.steps[..=current].iter().rev().find_map(|earlier| {
        match (record.steps[*earlier as usize].touch, span(*earlier).shows <= now) {
            (Touch::Read(value), true) => Some(value),
            _ => None,
        }
    });
    let shown = step.end.filter(|_| now >= here.shows);
    let ended = step.end.filter(|_| now >= here.arrives);
    let next = track.steps.get(current + 1).map_or(here.arrives, |next| span(*next).departs);
    let (phase, progress) = match ended {
        Some(end) if end.outcome == Outcome::Won => {
            (Phase::Won, through(here.arrives, here.arrives + EXIT_S))
        }
        Some(_) => (Phase::Refused, through(here.arrives, here.arrives + EXIT_S)),
        None if now < here.turns => (Phase::Out, through(here.departs, here.at_door)),
        None if now < here.arrives => (Phase::Back, through(here.turns, here.arrives)),
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
        ended: shown.is_some(),
        stale: shown.is_none() && held.is_some() && stock.is_some() && held != stock,
        share: shown.and_then(|end| end.share),
    }
}
