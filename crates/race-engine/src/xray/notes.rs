//! What a race has sent, noted step by step while it runs.

use redis_model::{Command, Reply};

/// The words of the command that a race has sent for one of its steps, for a script, its arguments only;
/// `None` if nothing was run for it, as for what EXEC refuses.
pub type Sent = Option<Vec<Vec<u8>>>;

/// What a race has sent, while it runs.
#[derive(Debug, Default)]
pub struct Notes {
    steps: Vec<Note>,
    /// What was sent for the step that is under way.
    current: Sent,
}

#[derive(Debug)]
struct Note {
    grab: u32,
    sent: Sent,
}

impl Notes {
    /// Notes what is sent for the step that is under way.
    pub fn send(&mut self, words: Vec<Vec<u8>>) {
        self.current = Some(words);
    }

    /// Takes in the answer to the command of a grab. Where a transaction is refused or discarded, what
    /// it queued has not run.
    pub fn answered(&mut self, grab: u32, command: &Command, reply: &Reply) {
        self.send(command.0.clone());
        let is_refusal = command.name().eq_ignore_ascii_case("EXEC");
        let is_end = is_refusal || command.name().eq_ignore_ascii_case("DISCARD");
        if is_end && !matches!(reply, Reply::Array(_)) {
            self.not_run(grab);
            if is_refusal {
                // MONITOR does not show an EXEC that Redis refuses.
                self.current = None;
            }
        }
    }

    fn not_run(&mut self, grab: u32) {
        for note in self.steps.iter_mut().rev().filter(|note| note.grab == grab) {
            let name = note.sent.as_ref().and_then(|words| words.first());
            if name.is_some_and(|name| name.eq_ignore_ascii_case(b"MULTI")) {
                break;
            }
            note.sent = None;
        }
    }

    /// Ends the step that is under way, of this grab.
    pub fn end_step(&mut self, grab: u32) {
        let sent = self.current.take();
        self.steps.push(Note { grab, sent });
    }

    /// Returns what was sent for each step since the last call, in the order of the steps.
    pub fn take(&mut self) -> Vec<Sent> {
        core::mem::take(&mut self.steps).into_iter().map(|note| note.sent).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_transaction_has_not_run() {
        let ran = |end: &str, reply: Reply| -> Vec<bool> {
            let mut notes = Notes::default();
            for words in ["WATCH k", "MULTI", "DECR k"] {
                notes.answered(3, &Command::new(words.split(' ')), &Reply::Status("OK".to_owned()));
                notes.end_step(3);
            }
            notes.answered(3, &Command::new([end]), &reply);
            notes.end_step(3);
            notes.take().iter().map(Option::is_some).collect()
        };
        assert_eq!(ran("EXEC", Reply::Nil), [true, true, false, false]);
        assert_eq!(ran("exec", Reply::Array(vec![Reply::Int(1)])), [true; 4]);
        assert_eq!(ran("DISCARD", Reply::Status("OK".to_owned())), [true, true, false, true]);
    }
}
