//! A lane's steps, laid out in playback time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use race_core::trace::{Outcome, Step, Touch};

use super::axis::Axis;
use super::record::Record;
use super::xray::Xray;

/// How long a card takes to leave once its grab has ended, in seconds of playback.
pub const EXIT_S: f32 = 0.45;

/// One step in playback time; every member in seconds of playback.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Span {
    /// The command leaves the app.
    pub departs: f32,
    /// It stands at Redis's door.
    pub at_door: f32,
    /// It is let in. In lockstep that is known; else it is only drawn, half way.
    pub turns: f32,
    /// What it did may be shown: in lockstep as it is let in, else not before its reply is here.
    pub shows: f32,
    /// Its reply is back in the app.
    pub arrives: f32,
}

/// One traced grab: its steps and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The grab.
    pub grab: u32,
    /// Its row among those in flight at once.
    pub slot: u16,
    /// Its steps, as places in the record.
    pub steps: Vec<u32>,
}

/// Something that a presenter jumps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chapter {
    /// Everybody has read and nobody has written.
    AllRead,
    /// The first write of a value that was no longer true.
    FirstOverwrite,
    /// Every share has an owner.
    LastShare,
}

/// A record in playback time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// By step.
    pub spans: Vec<Span>,
    /// Steps in the order in which they are shown.
    pub order: Vec<u32>,
    /// Traced grabs, in the order in which they begin.
    pub tracks: Vec<Track>,
    /// Where the last step ends, in seconds of playback.
    pub ends: f32,
    /// Chapters, earliest first.
    pub chapters: Vec<(f32, Chapter)>,
    /// What Redis ran, in its own order, where that was recorded.
    pub xray: Xray,
}

impl Timeline {
    /// Lays out what has been recorded so far.
    pub fn of(record: &Record, axis: &Axis) -> Timeline {
        let mut tracks = tracks_of(record);
        let spans = match axis {
            Axis::Rounds(_) => rounds(record, axis, &tracks),
            Axis::Turns(_) => {
                (0..record.steps.len() as u32).map(|turn| in_turn(axis, turn)).collect()
            }
            Axis::Time { .. } => record.steps.iter().map(|step| in_true_time(axis, step)).collect(),
        };
        let order = by_time(spans.iter().map(|span| span.shows));
        assign_slots(&mut tracks, &spans, record);
        let ends = spans.iter().map(|span| span.arrives).fold(0.0, f32::max);
        let xray = Xray::of(record, &order);
        let mut timeline = Timeline { spans, order, tracks, ends, chapters: Vec::new(), xray };
        timeline.chapters = timeline.find_chapters(record);
        timeline
    }

    /// When a track begins and when its card has left, in seconds of playback.
    pub fn life(&self, track: &Track) -> (f32, f32) {
        let first = track.steps.first().map_or(0.0, |step| self.spans[*step as usize].departs);
        let last = track.steps.last().map_or(0.0, |step| self.spans[*step as usize].arrives);
        (first, last + EXIT_S)
    }

    /// The instants at which something is shown, in order: where single steps stop.
    pub fn instants(&self) -> impl Iterator<Item = f32> + '_ {
        self.order.iter().map(|step| self.spans[*step as usize].shows)
    }

    fn find_chapters(&self, record: &Record) -> Vec<(f32, Chapter)> {
        let shares = record.result.shares as usize;
        let width = record.result.config.concurrency.min(record.result.grabs) as usize;
        let (mut stock, mut reads, mut owned) = (None, 0, vec![false; shares]);
        let mut distinct = 0;
        let mut chapters: Vec<(f32, Chapter)> = Vec::new();
        let mut add = |at: f32, chapter: Chapter| {
            if chapters.iter().all(|(_, known)| *known != chapter) {
                chapters.push((at, chapter));
            }
        };
        for index in &self.order {
            let (step, span) = (&record.steps[*index as usize], self.spans[*index as usize]);
            match step.touch {
                Touch::Read(value) => {
                    reads += 1;
                    stock = stock.or(Some(value));
                    if reads == width && width > 1 && record.is_lockstep() {
                        add(span.arrives, Chapter::AllRead);
                    }
                }
                Touch::Wrote(value) => {
                    if stock.is_some_and(|now| value >= now) {
                        add(span.shows, Chapter::FirstOverwrite);
                    }
                    stock = Some(value);
                }
                Touch::None => {}
            }
            let share = step.end.and_then(|end| end.share).unwrap_or(0);
            if let Some(owned) = owned.get_mut((share - 1) as usize).filter(|owned| !**owned) {
                *owned = true;
                distinct += 1;
                if distinct == shares {
                    add(span.shows, Chapter::LastShare);
                }
            }
        }
        chapters
    }
}

fn tracks_of(record: &Record) -> Vec<Track> {
    const NONE: u32 = u32::MAX;
    let mut tracks: Vec<Track> = Vec::new();
    let mut track_of = vec![NONE; record.result.grabs as usize];
    for (index, step) in record.steps.iter().enumerate() {
        let at = &mut track_of[step.grab as usize];
        if *at == NONE {
            *at = tracks.len() as u32;
            tracks.push(Track { grab: step.grab, slot: 0, steps: Vec::with_capacity(2) });
        }
        tracks[*at as usize].steps.push(index as u32);
    }
    tracks
}

fn in_true_time(axis: &Axis, step: &Step) -> Span {
    there_and_back(axis.at_us(step.sent_us), axis.at_us(step.replied_us))
}

/// In a fixed order one step follows the other.
fn in_turn(axis: &Axis, turn: u32) -> Span {
    let (departs, arrives) = axis.turn(turn);
    there_and_back(departs, arrives)
}

fn there_and_back(departs: f32, arrives: f32) -> Span {
    let middle = (departs + arrives) / 2.0;
    Span { departs, at_door: middle, turns: middle, shows: arrives, arrives }
}

/// Lockstep: the steps of one round that are their grab's k-th command share one stretch of it.
fn rounds(record: &Record, axis: &Axis, tracks: &[Track]) -> Vec<Span> {
    let width = record.result.config.concurrency;
    let mut levels: Vec<u32> = vec![0; record.steps.len()];
    for track in tracks {
        for (level, step) in track.steps.iter().enumerate() {
            levels[*step as usize] = level as u32;
        }
    }
    let place = |index: usize| (record.steps[index].grab / width, levels[index]);
    // How many do each command of each round, and how many of them have been laid out.
    let mut crowds: Vec<Vec<(u32, u32)>> = Vec::new();
    for index in 0..record.steps.len() {
        let (round, level) = place(index);
        crowds.resize_with(crowds.len().max(round as usize + 1), Vec::new);
        let levels = &mut crowds[round as usize];
        levels.resize(levels.len().max(level as usize + 1), (0, 0));
        levels[level as usize].0 += 1;
    }
    (0..record.steps.len())
        .map(|index| {
            let (round, level) = place(index);
            let (begins, ends) = axis.round(round);
            // A round of winners has as many levels as its deepest grab; one that has not been
            // streamed whole yet is laid out as far as it is known.
            let levels = &mut crowds[round as usize];
            let stretch = (ends - begins) / levels.len() as f32;
            let (crowd, order) = &mut levels[level as usize];
            let span =
                in_round(begins + stretch * level as f32, stretch, *order as f32, *crowd as f32);
            *order += 1;
            span
        })
        .collect()
}

/// Out together, in one by one, back, and a breath before what comes next. The first one in gets a
/// moment of its own: that is when the values of all the others become stale.
fn in_round(begins: f32, stretch: f32, order: f32, crowd: f32) -> Span {
    const OUT: f32 = 0.22;
    const AFTER_FIRST: f32 = 0.12;
    const LAST_IN: f32 = 0.74;
    const BACK: f32 = 0.14;
    let wait = if order == 0.0 || crowd < 2.0 {
        0.0
    } else {
        AFTER_FIRST + (LAST_IN - OUT - AFTER_FIRST) * order / (crowd - 1.0)
    };
    let turns = begins + stretch * (OUT + 0.02 + wait);
    Span {
        departs: begins + stretch * 0.02,
        at_door: begins + stretch * OUT,
        turns,
        shows: turns,
        arrives: turns + stretch * BACK,
    }
}

/// In lockstep a grab's place in its round; else the lowest row that is free when it begins.
fn assign_slots(tracks: &mut [Track], spans: &[Span], record: &Record) {
    let width = record.result.config.concurrency;
    if record.is_lockstep() {
        for track in tracks {
            track.slot = (track.grab % width) as u16;
        }
        return;
    }
    let departs = |track: &Track| spans[track.steps[0] as usize].departs;
    let order = by_time(tracks.iter().map(departs));
    // Positive floats order like their bits.
    let mut busy: BinaryHeap<Reverse<(u32, u16)>> = BinaryHeap::new();
    let mut free: BinaryHeap<Reverse<u16>> = BinaryHeap::new();
    for index in order {
        let track = &mut tracks[index as usize];
        let begins = departs(track);
        while let Some(Reverse((ends, slot))) = busy.peek().copied() {
            if ends > begins.to_bits() {
                break;
            }
            busy.pop();
            free.push(Reverse(slot));
        }
        track.slot = free.pop().map_or(busy.len() as u16, |Reverse(slot)| slot);
        let last = track.steps[track.steps.len() - 1];
        busy.push(Reverse((spans[last as usize].arrives.to_bits(), track.slot)));
    }
}

/// The places of these instants, none of them negative, in their order; ties stay as they are.
pub fn by_time(instants: impl Iterator<Item = f32>) -> Vec<u32> {
    // Positive floats order like their bits, so one sort of whole numbers serves all.
    let keyed =
        instants.enumerate().map(|(at, instant)| u64::from(instant.to_bits()) << 32 | at as u64);
    let mut keyed: Vec<u64> = keyed.collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|key| key as u32).collect()
}

/// Returns true if a step ended in a win.
pub fn is_win(step: &Step) -> bool {
    step.end.is_some_and(|end| end.outcome == Outcome::Won)
}
