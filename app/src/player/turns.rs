//! The turn strip: the answer to "but Redis is single-threaded".
//!
//! A box holds commands that Redis ran with nobody in between. In lockstep that is true by
//! construction, so only there is it drawn.

use race_core::trace::{Outcome, Venue};

use super::lane_view::{LETTERS_MAX, TurnBox};
use super::outline::{Outline, letter};
use super::record::Record;
use super::timeline::Timeline;

/// The latest boxes among the first `shown` events, oldest first.
pub fn boxes(
    record: &Record,
    timeline: &Timeline,
    outline: &Outline,
    shown: usize,
) -> Vec<TurnBox> {
    match record.result.venue {
        Venue::Client => by_command(record, timeline, shown),
        Venue::Server => by_script(record, timeline, outline, shown),
    }
}

/// In the app: a box for each command of a round, as long as the round is wide.
fn by_command(record: &Record, timeline: &Timeline, shown: usize) -> Vec<TurnBox> {
    let width = record.result.config.concurrency;
    let mut boxes: Vec<TurnBox> = Vec::new();
    let (mut letters, mut last) = (0, None);
    for index in timeline.order[..shown].iter().rev() {
        let step = &record.steps[*index as usize];
        let group = (step.grab / width, step.line);
        if last != Some(group) {
            if letters >= LETTERS_MAX || boxes.len() == 3 {
                break;
            }
            boxes.push(TurnBox { letters: Vec::new(), count: 0, together: false });
            last = Some(group);
        }
        let Some(newest) = boxes.last_mut() else {
            break;
        };
        newest.count += 1;
        if newest.letters.len() < LETTERS_MAX / 2 {
            newest.letters.push(letter(step.verb));
            letters += 1;
        }
    }
    boxes.reverse();
    boxes
}

/// Inside Redis: a box for each grab, with the commands that its script ran.
fn by_script(
    record: &Record,
    timeline: &Timeline,
    outline: &Outline,
    shown: usize,
) -> Vec<TurnBox> {
    let mut boxes = Vec::new();
    let mut letters = 0;
    for index in timeline.order[..shown].iter().rev() {
        let end = record.steps[*index as usize].end;
        let outcome = end.map_or(Outcome::Won, |end| end.outcome);
        let ran: Vec<char> = outline.ran(outcome).map(letter).collect();
        letters += ran.len();
        if letters > LETTERS_MAX {
            break;
        }
        boxes.push(TurnBox { letters: ran, count: 1, together: false });
    }
    boxes.reverse();
    boxes
}
