//! X-ray in playback: of what Redis ran, in its own order, how much has been shown, and which reads
//! found the same value.

use race_core::result::ExecutedCommand;
use race_core::trace::{Step, Touch, Verb};

use super::lane_view::{LETTERS_MAX, LogLine, TurnBox};
use super::outline::letter;
use super::record::Record;

/// Lines of the log that are shown.
const LINES_MAX: usize = 6;

/// What is worked out once a record is laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Xray {
    /// By events shown: how many of the commands that Redis ran.
    until: Vec<u32>,
    /// By command: how many read its value before anybody wrote; 0 unless it is one of several.
    together: Vec<u32>,
}

impl Xray {
    /// Of steps that are shown in this order.
    pub fn of(record: &Record, order: &[u32]) -> Xray {
        let seen = &record.result.xray;
        if seen.is_empty() {
            return Xray::default();
        }
        let mut behind = vec![0; record.steps.len()];
        for (at, seen) in (1..).zip(seen) {
            if let Some(behind) = behind.get_mut(seen.step as usize) {
                *behind = at;
            }
        }
        let mut until = vec![0];
        for step in order {
            let before = until[until.len() - 1];
            until.push(behind[*step as usize].max(before));
        }
        Xray { until, together: together(seen, &record.steps) }
    }

    /// Returns the commands that Redis had run when this many events had been shown.
    fn shown<'a>(&self, record: &'a Record, events: usize) -> &'a [ExecutedCommand] {
        let until = self.until.get(events).copied().unwrap_or_default();
        record.result.xray.get(..until as usize).unwrap_or_default()
    }

    fn together(&self, at: usize) -> u32 {
        self.together.get(at).copied().unwrap_or_default()
    }

    /// The latest boxes of the turn strip: a box is one grab's, until another's command comes.
    pub fn boxes(&self, record: &Record, events: usize) -> Vec<TurnBox> {
        let shown = self.shown(record, events);
        let mut boxes: Vec<TurnBox> = Vec::new();
        let (mut letters, mut last) = (0, None);
        for (at, seen) in shown.iter().enumerate().rev() {
            let Some(verb) = verb(shown, at) else { continue };
            let grab = record.steps.get(seen.step as usize).map(|step| step.grab);
            if letters >= LETTERS_MAX {
                break;
            }
            if last != Some(grab) {
                boxes.push(TurnBox { letters: Vec::new(), count: 0, together: false });
                last = Some(grab);
            }
            if let Some(newest) = boxes.last_mut() {
                newest.letters.insert(0, letter(verb));
                newest.count += 1;
                newest.together |= self.together(at) > 0;
                letters += 1;
            }
        }
        boxes.reverse();
        boxes
    }

    /// The latest lines of the log, oldest first.
    pub fn log(&self, record: &Record, events: usize) -> Vec<LogLine> {
        let shown = self.shown(record, events);
        let from = shown.len().saturating_sub(LINES_MAX);
        let line = |(at, seen): (usize, &ExecutedCommand)| LogLine {
            at_us: seen.at_us,
            racer: record
                .steps
                .get(seen.step as usize)
                .map_or(0, |step| record.result.config.racer(step.grab) + 1),
            text: seen.text.clone(),
            in_script: seen.in_script,
            together: self.together(from + at),
        };
        shown[from..].iter().enumerate().map(line).collect()
    }
}

/// What a command is on the strip; a script is what it runs.
fn verb(seen: &[ExecutedCommand], at: usize) -> Option<Verb> {
    let name = seen[at].text.split(' ').next().unwrap_or_default();
    let has_inside = seen.get(at + 1).is_some_and(|next| next.in_script);
    Some(Verb::of_command(name)).filter(|verb| *verb != Verb::Script || !has_inside)
}

/// Reads between two writes, where there are several: all of them hold one value.
fn together(seen: &[ExecutedCommand], steps: &[Step]) -> Vec<u32> {
    let mut together = vec![0; seen.len()];
    let mut reads: Vec<usize> = Vec::new();
    let mut close = |reads: &mut Vec<usize>| {
        if reads.len() > 1 {
            let many = reads.len() as u32;
            reads.iter().for_each(|at| together[*at] = many);
        }
        reads.clear();
    };
    for (at, seen) in seen.iter().enumerate().filter(|(_, seen)| !seen.in_script) {
        match steps.get(seen.step as usize).map(|step| step.touch) {
            Some(Touch::Read(_)) => reads.push(at),
            Some(Touch::Wrote(_)) => close(&mut reads),
            _ => {}
        }
    }
    close(&mut reads);
    together
}

#[cfg(test)]
mod tests {
    use race_core::RaceConfig;
    use race_core::config::field::plain;
    use race_core::result::RaceResult;

    use super::*;

    fn record(fields: &[(&str, &str)], seen: &[(u32, bool, &str)], touches: &[Touch]) -> Record {
        let config = RaceConfig::from_fields(&plain(fields.iter().copied())).unwrap();
        let mut record = Record::new(RaceResult::new("x", &config));
        let step = |(grab, touch): (u32, &Touch)| Step {
            grab,
            sent_us: 0,
            replied_us: 0,
            line: 0,
            verb: Verb::Get,
            touch: *touch,
            end: None,
        };
        record.steps = (0..).zip(touches).map(step).collect();
        let seen = seen.iter().zip(0..).map(|((step, in_script, text), at_us)| ExecutedCommand {
            at_us,
            step: *step,
            in_script: *in_script,
            text: (*text).to_owned(),
        });
        record.result.xray = seen.collect();
        record
    }

    fn letters(boxes: &[TurnBox]) -> Vec<String> {
        boxes.iter().map(|each| each.letters.iter().collect()).collect()
    }

    #[test]
    fn reads_of_one_value_are_marked_and_only_what_was_shown_is_told() {
        let seen = [
            (0, false, "GET stock"),
            (1, false, "GET stock"),
            (2, false, "SET stock 9"),
            (3, false, "GET stock"),
        ];
        let touches = [Touch::Read(10), Touch::Read(10), Touch::Wrote(9), Touch::Read(9)];
        let record = record(&[], &seen, &touches);
        let xray = Xray::of(&record, &[0, 1, 2, 3]);
        assert_eq!(xray.together, [2, 2, 0, 0]);
        assert_eq!(letters(&xray.boxes(&record, 3)), ["G", "G", "S"]);
        let log = xray.log(&record, 2);
        assert_eq!(log.len(), 2);
        assert_eq!((log[1].racer, log[1].together, log[1].at_us), (2, 2, 1));
        assert!(xray.log(&record, 0).is_empty());
    }

    #[test]
    fn a_script_is_one_box_of_what_it_ran() {
        let seen = [
            (0, false, "EVALSHA … 1 stock"),
            (0, true, "GET stock"),
            (0, true, "SET stock 9"),
            (1, false, "EVALSHA … 1 stock"),
            (1, true, "GET stock"),
        ];
        let fields = [("venue", "server")];
        let record = record(&fields, &seen, &[Touch::Wrote(9), Touch::None]);
        let xray = Xray::of(&record, &[0, 1]);
        assert_eq!(letters(&xray.boxes(&record, 2)), ["GS", "G"]);
        assert_eq!(letters(&xray.boxes(&record, 1)), ["GS"]);
    }
}
