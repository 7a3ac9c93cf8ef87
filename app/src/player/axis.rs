//! Playback time: one axis for both lanes.
//!
//! In lockstep the axis is a row of rounds: milliseconds mean nothing there, so the first round is
//! shown slowly and the others ever faster. In a fixed order it is a row of turns, each as long as the
//! other. Otherwise it is true time, each lane from its own zero,
//! stretched so that the longer lane takes about eight seconds.

use super::record::Record;

/// What any race is stretched to, in seconds of playback.
pub const STRETCHED_S: f32 = 8.0;
/// The first round of several, in seconds of playback: long enough to say what happens in it.
const FIRST_ROUND_S: f32 = 4.0;
/// A lone round, in seconds of playback.
const LONE_ROUND_S: f32 = 6.0;
/// Each round takes this much of the one before, until they are a quarter as long.
const FASTER: f32 = 0.85;

/// How positions in a race become seconds of playback.
#[derive(Clone, Debug, PartialEq)]
pub enum Axis {
    /// Where each round ends, in seconds of playback.
    Rounds(Vec<f32>),
    /// This many turns.
    Turns(u32),
    /// True time: this many µs a second of playback.
    Time {
        /// At least 1.
        us_per_second: f64,
    },
}

impl Axis {
    /// The axis that these lanes share; without lanes, an axis of nothing.
    pub fn of(lanes: &[&Record]) -> Axis {
        if !lanes.is_empty() && lanes.iter().all(|lane| lane.is_lockstep()) {
            let rounds = lanes.iter().map(|lane| rounds_of(lane)).max().unwrap_or(1);
            return Axis::Rounds(round_ends(rounds));
        }
        if !lanes.is_empty() && lanes.iter().all(|lane| lane.is_ordered()) {
            let turns = lanes.iter().map(|lane| lane.steps.len()).max().unwrap_or(0);
            return Axis::Turns(turns.max(1) as u32);
        }
        let last_us = |lane: &&Record| {
            let replied = lane.steps.last().map_or(0, |step| step.replied_us);
            replied.max((lane.result.elapsed_ms * 1_000.0) as u64)
        };
        let longest = lanes.iter().map(last_us).max().unwrap_or(0).max(8);
        Axis::Time { us_per_second: longest as f64 / f64::from(STRETCHED_S) }
    }

    /// Its length, in seconds of playback.
    pub fn length(&self) -> f32 {
        match self {
            Axis::Rounds(ends) => ends.last().copied().unwrap_or(0.0),
            Axis::Turns(_) | Axis::Time { .. } => STRETCHED_S,
        }
    }

    /// True seconds a second of playback; none in lockstep.
    pub fn stretch(&self) -> Option<f64> {
        match self {
            Axis::Rounds(_) | Axis::Turns(_) => None,
            Axis::Time { us_per_second } => Some(us_per_second / 1e6),
        }
    }

    /// The second of playback at which a true time lies.
    pub fn at_us(&self, us: u64) -> f32 {
        match self {
            Axis::Rounds(_) | Axis::Turns(_) => 0.0,
            Axis::Time { us_per_second } => (us as f64 / us_per_second) as f32,
        }
    }

    /// The round at a second of playback, 0 and up.
    pub fn round_at(&self, t: f32) -> Option<u32> {
        match self {
            Axis::Rounds(ends) => {
                let round = ends.partition_point(|end| *end <= t);
                Some(round.min(ends.len().saturating_sub(1)) as u32)
            }
            Axis::Turns(_) | Axis::Time { .. } => None,
        }
    }

    /// The turn at a second of playback, 1 and up, and how many there are.
    pub fn turn_at(&self, t: f32) -> Option<(u32, u32)> {
        match self {
            Axis::Turns(turns) => {
                let turn = (t / STRETCHED_S * *turns as f32) as u32 + 1;
                Some((turn.min(*turns), *turns))
            }
            Axis::Rounds(_) | Axis::Time { .. } => None,
        }
    }

    /// Where a turn begins and ends, in seconds of playback.
    pub fn turn(&self, turn: u32) -> (f32, f32) {
        let Axis::Turns(turns) = self else { return (0.0, 0.0) };
        let at = |turn: u32| turn as f32 / *turns as f32 * STRETCHED_S;
        (at(turn), at(turn + 1))
    }

    /// Where a round begins and ends, in seconds of playback.
    pub fn round(&self, round: u32) -> (f32, f32) {
        let Axis::Rounds(ends) = self else {
            return (0.0, 0.0);
        };
        let at = (round as usize).min(ends.len().saturating_sub(1));
        let begins = if at == 0 { 0.0 } else { ends[at - 1] };
        (begins, ends.get(at).copied().unwrap_or(0.0))
    }
}

/// How many rounds a lockstep race has.
pub fn rounds_of(record: &Record) -> u32 {
    record.result.grabs.div_ceil(record.result.config.concurrency).max(1)
}

fn round_ends(rounds: u32) -> Vec<f32> {
    if rounds == 1 {
        return vec![LONE_ROUND_S];
    }
    let weights: Vec<f32> = (1..rounds).map(|round| FASTER.powi(round as i32).max(0.25)).collect();
    let scale = (STRETCHED_S - FIRST_ROUND_S) / weights.iter().sum::<f32>();
    let mut end = FIRST_ROUND_S;
    let mut ends = vec![end];
    for weight in weights {
        end += weight * scale;
        ends.push(end);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eleven_rounds_take_eight_seconds_and_half_of_it_tells_the_first() {
        let ends = round_ends(11);
        assert_eq!(ends.len(), 11);
        assert!((ends[10] - STRETCHED_S).abs() < 1e-3);
        assert!(ends[0] >= STRETCHED_S / 2.0);
        assert!(ends.windows(3).all(|w| w[2] - w[1] <= w[1] - w[0] + 1e-6));
    }

    #[test]
    fn a_cursor_lies_in_the_round_that_it_is_in() {
        let axis = Axis::Rounds(vec![4.0, 6.0, 7.0]);
        assert_eq!(axis.round_at(0.0), Some(0));
        assert_eq!(axis.round_at(4.0), Some(1));
        assert_eq!(axis.round_at(99.0), Some(2));
        assert_eq!(axis.round(1), (4.0, 6.0));
    }
}
