//! What is kept of MONITOR while a race runs: the race's own commands, up to a limit.
//!
//! On a Redis that others use as well most lines are not the race's, and there is no end of them. So a
//! foreign command leaves nothing but a count, and what a foreign script calls leaves nothing at all.

use super::Line;

/// Commands of its own that a race may have recorded, which take about 80 MB.
pub const LINES_MAX: usize = 200_000;

/// The recorder of one race: fed with lines of MONITOR, it holds a [`Recording`].
#[derive(Debug)]
pub struct Recorder {
    race: String,
    lines_max: usize,
    recording: Recording,
    /// True while the latest command outside any script was a script of this race.
    in_own_script: bool,
}

/// The commands of a race that Redis ran, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The race's own commands, and what its scripts called.
    pub lines: Vec<Line>,
    /// The number of commands of others in between; what their scripts called does not count.
    pub foreign: u64,
    /// The number of the race's own lines that came after the limit and are missing.
    pub dropped: u64,
}

impl Recording {
    /// Returns true if the race ran more commands than are kept.
    pub fn is_truncated(&self) -> bool {
        self.dropped > 0
    }
}

impl Recorder {
    /// Returns an empty recorder for the race of this id, which keeps up to [`LINES_MAX`] lines.
    pub fn new(race: &str) -> Recorder {
        Recorder::with_limit(race, LINES_MAX)
    }

    fn with_limit(race: &str, lines_max: usize) -> Recorder {
        let recording = Recording::default();
        Recorder { race: race.to_owned(), lines_max, recording, in_own_script: false }
    }

    /// Takes in one line of MONITOR. What cannot be read as one, such as its first `OK`, is passed over.
    pub fn record(&mut self, text: &str) {
        let Some(line) = Line::read(text, &self.race) else { return };
        let is_own = match line.in_script {
            true => self.in_own_script,
            false => !line.is_foreign(),
        };
        if !line.in_script {
            self.in_own_script = is_own && line.is_script();
            self.recording.foreign += u64::from(!is_own);
        }
        if !is_own {
            return;
        }
        match self.recording.lines.len() < self.lines_max {
            true => self.recording.lines.push(line),
            false => self.recording.dropped += 1,
        }
    }

    /// Returns what was recorded since the last call, and begins anew.
    pub fn take(&mut self) -> Recording {
        self.in_own_script = false;
        core::mem::take(&mut self.recording)
    }
}

#[cfg(test)]
mod tests {
    use race_core::keys;

    use super::*;

    const OWN: &str = r#"[0 127.0.0.1:1] "GET" "TAGstock""#;
    const OWN_SCRIPT: &str = r#"[0 127.0.0.1:1] "EVALSHA" "abc" "1" "TAGstock" "17""#;
    const FOREIGN: &str = r#"[0 127.0.0.1:2] "SET" "session" "secret""#;
    const FOREIGN_SCRIPT: &str = r#"[0 127.0.0.1:2] "EVAL" "…" "1" "ELSEstock""#;
    const CALLED: &str = r#"[0 lua] "GET" "TAGstock""#;

    fn recorded(recorder: &mut Recorder, lines: &[&str]) -> Recording {
        for (at, line) in lines.iter().enumerate() {
            let line = line.replace("TAG", &keys::tag("7f3a")).replace("ELSE", &keys::tag("else"));
            recorder.record(&format!("17.{at:06} {line}"));
        }
        recorder.take()
    }

    fn names(recording: &Recording) -> Vec<(u64, &str)> {
        let lines = recording.lines.iter();
        lines.map(|line| (line.at_us - 17_000_000, line.command.name())).collect()
    }

    #[test]
    fn foreign_commands_leave_a_count_and_no_entry() {
        let mut lines = vec![OWN];
        lines.extend([FOREIGN; 10_000]);
        lines.push(OWN);
        let recording = recorded(&mut Recorder::new("7f3a"), &lines);
        assert_eq!(names(&recording), [(0, "GET"), (10_001, "GET")]);
        assert_eq!((recording.foreign, recording.is_truncated()), (10_000, false));
        assert!(!format!("{recording:?}").contains("secret"));
    }

    #[test]
    fn a_call_is_kept_where_the_script_before_it_is_the_races() {
        let lines = [OWN_SCRIPT, CALLED, CALLED, FOREIGN_SCRIPT, CALLED, OWN, CALLED, OWN_SCRIPT];
        let recording = recorded(&mut Recorder::new("7f3a"), &lines);
        let expected = [(0, "EVALSHA"), (1, "GET"), (2, "GET"), (5, "GET"), (7, "EVALSHA")];
        assert_eq!((names(&recording), recording.foreign), (expected.to_vec(), 1));
    }

    #[test]
    fn a_race_beyond_the_limit_is_cut_and_the_number_of_missing_lines_is_known() {
        let mut recorder = Recorder::with_limit("7f3a", 2);
        let recording = recorded(&mut recorder, &[OWN, FOREIGN, OWN_SCRIPT, CALLED, FOREIGN, OWN]);
        assert_eq!(names(&recording), [(0, "GET"), (2, "EVALSHA")]);
        assert_eq!((recording.foreign, recording.dropped), (2, 2));
        assert!(recording.is_truncated());
        assert_eq!(recorded(&mut recorder, &[OWN]).dropped, 0, "a new recording begins whole");
    }

    #[test]
    fn only_a_bare_word_of_a_transaction_needs_no_key() {
        let lines = [r#"[0 x] "multi""#, r#"[0 x] "EXEC""#, r#"[0 x] "MULTI" "secret""#];
        let recording = recorded(&mut Recorder::new("7f3a"), &lines);
        assert_eq!((names(&recording), recording.foreign), (vec![(0, "multi"), (1, "EXEC")], 1));
    }

    #[test]
    fn what_is_no_line_is_passed_over() {
        let mut recorder = Recorder::new("7f3a");
        recorder.record("OK");
        assert_eq!(recorder.take(), Recording::default());
    }
}
