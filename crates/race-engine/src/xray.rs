//! X-ray: the order in which Redis itself ran a race's commands, read from MONITOR.
//!
//! MONITOR does not say whose command a line is. On one connection replies come in the order in
//! which Redis ran the commands, so the first line with some words is that of the step with these
//! words that was answered first. Where each grab has a connection of its own, equal commands of
//! several grabs are told apart by the order of their replies, which is all that is known.

mod line;
mod notes;
mod recorder;

use std::collections::{BTreeMap, VecDeque};

use race_core::keys;
use race_core::result::ExecutedCommand;

pub use line::Line;
pub use notes::{Notes, Sent};
pub use recorder::{LINES_MAX, Recorder, Recording};

/// Characters of a command that are kept for people.
const TEXT_MAX: usize = 80;

/// Returns the commands of a race in Redis's own order, each with the step that sent it; what a script
/// called has the step of the script.
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

/// Returns the step whose command, or whose script's arguments, a line has.
fn matching(line: &Line, waiting: &mut BTreeMap<&[Vec<u8>], VecDeque<u32>>) -> Option<u32> {
    let words = line.command.0.as_slice();
    if let Some(steps) = waiting.get_mut(words) {
        return steps.pop_front();
    }
    let count = str::from_utf8(words.get(2).filter(|_| line.is_script())?).ok()?;
    let argv = words.get(3 + count.parse::<usize>().ok()?..)?;
    waiting.get_mut(argv)?.pop_front()
}

/// Returns a command for people: without what all keys of a race begin with, and without a script's text.
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

#[cfg(test)]
mod tests {
    use redis_model::Command;

    use super::*;

    fn lines(text: &str) -> Vec<Line> {
        let text = text.replace("TAG", &keys::tag("7f3a")).replace("ELSE", &keys::tag("else"));
        text.lines().map(|line| Line::read(line, "7f3a").expect("a line")).collect()
    }

    fn sent(words: &[&str]) -> Vec<Sent> {
        words.iter().map(|words| Some(Command::new(words.split(' ')).0)).collect()
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
        let shown: Vec<_> = seen.iter().map(|s| (s.at_us, s.step, s.text.as_str())).collect();
        assert_eq!(shown, [(0, 1, "GET stock"), (10, 2, "GET stock"), (20, 0, "SET stock 9")]);
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
        let shown: Vec<_> = seen.iter().map(|s| (s.in_script, s.text.as_str())).collect();
        assert_eq!(shown, [(false, "EVALSHA … 1 stock 17 1"), (true, "GET stock")]);
    }
}
