//! The commands of a program, read off its text: what ran inside a script that ended this way.

use race_core::program::Program;
use race_core::trace::{Outcome, Verb};

/// What a program's lines do, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Each line with a command: its number in the file and the command.
    pub commands: Vec<(u16, Verb)>,
    /// Each `return -n` line: its number in the file and what it means.
    refusals: Vec<(u16, Outcome)>,
}

impl Outline {
    /// Reads the lines of a program. Its commands stand in the order in which they run: programs
    /// of the catalogue have no loops around them that the server venue knows.
    pub fn of(program: &Program) -> Outline {
        let mut outline = Outline::default();
        for (index, line) in program.text.lines().enumerate() {
            let number = index as u16 + 1;
            if let Some(name) = between(line, "redis.call('", "'") {
                outline.commands.push((number, Verb::of_command(name)));
            }
            let code = between(line, "return ", " ").and_then(|code| code.parse().ok());
            if let Some((outcome, _)) = code.and_then(|code: i64| program.outcome(code)) {
                outline.refusals.push((number, outcome));
            }
        }
        outline
    }

    /// The commands that ran before the script ended this way.
    pub fn ran(&self, outcome: Outcome) -> impl Iterator<Item = Verb> + '_ {
        let until = self.refusals.iter().rev().find(|(_, each)| *each == outcome);
        let until = until.map_or(u16::MAX, |(line, _)| *line);
        self.commands.iter().filter(move |(line, _)| *line <= until).map(|(_, verb)| *verb)
    }
}

fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = &line[line.find(before)? + before.len()..];
    Some(rest.find(after).map_or(rest, |end| &rest[..end]))
}

/// The letter of a command on the turn strip.
pub fn letter(verb: Verb) -> char {
    match verb {
        Verb::Get => 'G',
        Verb::Set => 'S',
        Verb::Decr => 'D',
        Verb::Incr => 'I',
        Verb::IsMember => 'M',
        Verb::Add => 'A',
        Verb::Script => 'L',
        Verb::Sql => 'Q',
        Verb::Other | Verb::None => '·',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_winner_ran_every_command_and_a_refused_one_only_those_before_its_line() {
        let program = race_core::catalogue::strategy("atomic").unwrap();
        let outline = Outline::of(program);
        let ran = |outcome| outline.ran(outcome).map(letter).collect::<String>();
        assert_eq!(ran(Outcome::Won), "GMDA");
        assert_eq!(ran(Outcome::SoldOut), "G");
        assert_eq!(ran(Outcome::Duplicate), "GM");
        assert_eq!(ran(Outcome::Missing), "G");
    }

    #[test]
    fn the_lines_are_numbered_in_the_whole_file() {
        let program = race_core::catalogue::strategy("get_set").unwrap();
        let lines: Vec<&str> = program.text.lines().collect();
        for (number, verb) in Outline::of(program).commands {
            let name = verb.name().to_uppercase();
            assert!(lines[number as usize - 1].contains(&format!("'{name}'")), "{number}");
        }
    }
}
