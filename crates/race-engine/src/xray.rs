//! X-ray: the order in which Redis itself ran a race's commands, read from what MONITOR tells.
//!
//! MONITOR does not say whose command a line is. On one connection replies come in the order in
//! which Redis ran the commands, so the first line with some words is that of the step with these
//! words that was answered first. Where each grab has a connection of its own, equal commands of
//! several grabs are told apart by the order of their replies, which is all that is known.

mod recorder;

use std::collections::{BTreeMap, VecDeque};

use race_core::keys;
use race_core::result::ExecutedCommand;
use race_core::trace::Verb;
use redis_model::Command;

pub use recorder::{LINES_MAX, Recorder, Recording};

/// Characters of a command that are told.
const TEXT_MAX: usize = 80;
/// Commands of a transaction, which name no key.
const KEYLESS: &[&str] = &["MULTI", "EXEC", "DISCARD", "UNWATCH"];

/// One line of MONITOR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Redis's clock, in µs.
    pub at_us: u64,
    /// Whether a script called it.
    pub in_script: bool,
    /// It, without words where it is not of this race.
    pub command: Command,
}

/// What a race has sent for one of its steps and Redis has run: the command's words, of a script its
/// arguments. Nothing where nothing was run, as of what EXEC refuses.
pub type Sent = Option<Vec<Vec<u8>>>;

impl Line {
    /// Reads a line such as `1700000000.123456 [0 127.0.0.1:6379] "GET" "k"`; of a command that
    /// has nothing to do with this race only the instant is kept.
    pub fn read(text: &str, race: &str) -> Option<Line> {
        let (time, rest) = text.split_once(' ')?;
        let (seconds, micros) = time.split_once('.')?;
        let (place, rest) = rest.strip_prefix('[')?.split_once("] ")?;
        let at_us = seconds.parse::<u64>().ok()? * 1_000_000 + micros.parse::<u64>().ok()?;
        let in_script = place.ends_with(" lua");
        let mut command = Command(words(rest)?);
        if !in_script && !is_of(&command, race) {
            command.0.clear();
        }
        Some(Line { at_us, in_script, command })
    }

    /// Returns true if it is a command of others, of which no word is kept.
    fn is_foreign(&self) -> bool {
        self.command.0.is_empty()
    }

    fn is_script(&self) -> bool {
        Verb::of_command(self.command.name()) == Verb::Script
    }
}

/// Quoted words as MONITOR writes them.
fn words(text: &str) -> Option<Vec<Vec<u8>>> {
    let mut words = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b' ' => continue,
            b'"' => {}
            _ => return None,
        }
        let mut word = Vec::new();
        loop {
            match bytes.next()? {
                b'"' => break,
                b'\\' => word.push(match bytes.next()? {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'a' => 7,
                    b'b' => 8,
                    b'x' => {
                        let digits = [bytes.next()?, bytes.next()?];
                        u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
                    }
                    other => other,
                }),
                plain => word.push(plain),
            }
        }
        words.push(word);
    }
    Some(words)
}

fn is_of(command: &Command, race: &str) -> bool {
    let tag = keys::tag(race).into_bytes();
    let is_alone = command.0.len() == 1;
    is_alone && KEYLESS.iter().any(|keyless| command.name().eq_ignore_ascii_case(keyless))
        || command.0.iter().any(|word| word.starts_with(&tag))
}

/// The commands of a race in Redis's own order, each with the step that sent it; what a script
/// called has its script's.
pub fn order(race: &str, lines: &[Line], sent: &[Sent]) -> Vec<ExecutedCommand> {
    let mut waiting: BTreeMap<&[Vec<u8>], VecDeque<u32>> = BTreeMap::new();
    for (step, sent) in (0..).zip(sent) {
        if let Some(words) = sent {
            waiting.entry(words).or_default().push_back(step);
        }
    }
    let first = lines.iter().find(|line| !line.is_foreign());
    let began_us = first.map_or(0, |line| line.at_us);
    let mut script = None;
    let mut seen = Vec::new();
    for line in lines {
        let step = match line.in_script {
            true => script,
            false => matching(line, &mut waiting),
        };
        if !line.in_script {
            script = step.filter(|_| line.is_script());
        }
        if let Some(step) = step {
            let at_us = line.at_us.saturating_sub(began_us);
            let text = text(race, line);
            seen.push(ExecutedCommand { at_us, step, in_script: line.in_script, text });
        }
    }
    seen
}

/// The step whose command, or whose script's arguments, a line has.
fn matching(line: &Line, waiting: &mut BTreeMap<&[Vec<u8>], VecDeque<u32>>) -> Option<u32> {
    let words = line.command.0.as_slice();
    if let Some(steps) = waiting.get_mut(words) {
        return steps.pop_front();
    }
    let count = str::from_utf8(words.get(2).filter(|_| line.is_script())?).ok()?;
    let argv = words.get(3 + count.parse::<usize>().ok()?..)?;
    waiting.get_mut(argv)?.pop_front()
}

/// A command for people: without what all keys of a race begin with, and without a script's text.
fn text(race: &str, line: &Line) -> String {
    let tag = keys::tag(race);
    let mut text = String::new();
    for (at, word) in line.command.0.iter().enumerate() {
        let word = String::from_utf8_lossy(word);
        let word = match at {
            1 if line.is_script() => "…",
            _ => word.strip_prefix(tag.as_str()).unwrap_or(&word),
        };
        if at > 0 {
            text.push(' ');
        }
        text.extend(word.chars().map(|c| if c.is_control() { '·' } else { c }));
        if text.chars().count() > TEXT_MAX {
            return text.chars().take(TEXT_MAX).chain(['…']).collect();
        }
    }
    text
}

/// What a grab has sent, noted as long as a race runs.
#[derive(Debug, Default)]
pub struct Notes {
    sent: Vec<(u32, Sent)>,
}

impl Notes {
    /// Notes what a step has sent.
    pub fn push(&mut self, grab: u32, sent: Sent) {
        self.sent.push((grab, sent));
    }

    /// A grab's transaction was refused or discarded: what it queued never ran.
    pub fn not_run(&mut self, grab: u32) {
        for (_, sent) in self.sent.iter_mut().rev().filter(|(by, _)| *by == grab) {
            let name = sent.as_ref().and_then(|words| words.first());
            if name.is_some_and(|name| name.eq_ignore_ascii_case(b"MULTI")) {
                break;
            }
            *sent = None;
        }
    }

    /// All of it, in the order of the steps.
    pub fn take(&mut self) -> Vec<Sent> {
        core::mem::take(&mut self.sent).into_iter().map(|(_, sent)| sent).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Line> {
        let text = text.replace("TAG", &keys::tag("7f3a")).replace("ELSE", &keys::tag("else"));
        text.lines().map(|line| Line::read(line, "7f3a").expect("a line")).collect()
    }

    fn sent(words: &[&str]) -> Vec<Sent> {
        words.iter().map(|words| Some(Command::new(words.split(' ')).0)).collect()
    }

    #[test]
    fn a_line_is_read_with_its_escapes_and_one_of_others_is_only_an_instant() {
        let told = r#"17.000123 [0 unix:/x/redis.sock] "SET" "TAGstock" "\"\\\x00\n é""#;
        let line = lines(told).remove(0);
        assert_eq!((line.at_us, line.in_script), (17_000_123, false));
        assert_eq!(line.command.0[2], "\"\\\0\n é".as_bytes());
        let other = Line::read(r#"17.000123 [0 127.0.0.1:1] "AUTH" "secret""#, "7f3a").unwrap();
        assert_eq!(other.command.0, [b""; 0]);
        assert!(Line::read(r#"17.000123 [0 lua] "TIME""#, "7f3a").unwrap().in_script);
        for broken in ["", "OK", "1.2 [0 x", r#"1.2 [0 x] "GET"#, "x.y [0 x] \"GET\""] {
            assert_eq!(Line::read(broken, "7f3a"), None, "{broken}");
        }
    }

    #[test]
    fn equal_commands_are_those_of_the_steps_that_were_answered_first() {
        let lines = lines(
            "1.000010 [0 x] \"GET\" \"TAGstock\"\n\
             1.000020 [0 x] \"GET\" \"TAGstock\"\n\
             1.000025 [0 y] \"GET\" \"other\"\n\
             1.000030 [0 x] \"SET\" \"TAGstock\" \"9\"",
        );
        let stock = keys::tag("7f3a") + "stock";
        let sent =
            sent(&[&format!("SET {stock} 9"), &format!("GET {stock}"), &format!("GET {stock}")]);
        let seen = order("7f3a", &lines, &sent);
        let told: Vec<_> = seen.iter().map(|s| (s.at_us, s.step, s.text.as_str())).collect();
        assert_eq!(told, [(0, 1, "GET stock"), (10, 2, "GET stock"), (20, 0, "SET stock 9")]);
    }

    #[test]
    fn what_a_script_calls_belongs_to_its_grab_and_that_of_others_to_nobody() {
        let lines = lines(
            "1.000001 [0 x] \"EVALSHA\" \"abc\" \"1\" \"TAGstock\" \"17\" \"1\"\n\
             1.000002 [0 lua] \"GET\" \"TAGstock\"\n\
             1.000003 [0 x] \"EVAL\" \"…\" \"1\" \"ELSEstock\"\n\
             1.000004 [0 lua] \"PTTL\" \"TAGstock\"",
        );
        let seen = order("7f3a", &lines, &sent(&["17 1"]));
        let told: Vec<_> = seen.iter().map(|s| (s.in_script, s.text.as_str())).collect();
        assert_eq!(told, [(false, "EVALSHA … 1 stock 17 1"), (true, "GET stock")]);
    }

    #[test]
    fn a_refused_transaction_has_not_run() {
        let mut notes = Notes::default();
        for words in ["WATCH k", "MULTI", "DECR k"] {
            notes.push(3, Some(Command::new(words.split(' ')).0));
        }
        notes.not_run(3);
        notes.push(3, None);
        let ran: Vec<_> = notes.take().iter().map(Option::is_some).collect();
        assert_eq!(ran, [true, true, false, false]);
    }
}
