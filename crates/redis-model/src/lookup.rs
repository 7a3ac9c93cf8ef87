//! From the words of a command to its row in the table, or the refusal.

use super::args::{Words, cut};
use super::refusal::{Refusal, wrong_arity};
use super::table::{COMMANDS, Spec};
use super::{LACKING, Lacking};

/// Returns true if the second word belongs to the name.
fn has_subcommands(name: &[u8]) -> bool {
    ["script", "function"].iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

/// Why words are no command of the model.
pub enum Refused {
    Unknown,
    /// Redis has it.
    Lacking,
    /// Its name in full.
    Arity(&'static str),
}

/// Returns the command that words are, if there are as many as it takes.
pub fn find(words: Words) -> Result<&'static Spec, Refused> {
    // A subcommand's full name is only for errors: no command is sent by it.
    let name = words.first().filter(|name| !name.contains(&b'|')).ok_or(Refused::Unknown)?;
    let sub = words.get(1).filter(|_| has_subcommands(name));
    let sub = sub.map(|sub| [b"|", sub.as_slice()].concat()).unwrap_or_default();
    let order = |known: &str| {
        let name = name.iter().chain(&sub).map(u8::to_ascii_lowercase);
        known.bytes().cmp(name)
    };
    let Ok(at) = COMMANDS.binary_search_by(|spec| order(spec.name)) else {
        let is_lacking = LACKING.binary_search_by(|name| order(name)).is_ok();
        return Err(if is_lacking { Refused::Lacking } else { Refused::Unknown });
    };
    let spec = &COMMANDS[at];
    let is_right = match usize::try_from(spec.arity) {
        Ok(exactly) => words.len() == exactly,
        Err(_) => words.len() >= spec.arity.unsigned_abs() as usize,
    };
    if is_right { Ok(spec) } else { Err(Refused::Arity(spec.name)) }
}

impl Refused {
    /// Returns what a connection gets for it; a script gets other words.
    pub fn refusal(&self, words: Words) -> Refusal {
        let [name, args @ ..] = words else { return "ERR empty command".into() };
        match (self, args) {
            (Refused::Arity(name), _) => wrong_arity(name),
            (Refused::Lacking, [sub, ..]) if has_subcommands(name) => {
                let name = cut(name, 128).to_ascii_uppercase();
                Lacking::Command(format!("{name} {}", cut(sub, 128))).into()
            }
            (Refused::Lacking, _) => Lacking::Command(cut(name, 128)).into(),
            (Refused::Unknown, [sub, ..]) if has_subcommands(name) => {
                let name = cut(name, 128).to_ascii_uppercase();
                format!("ERR unknown subcommand '{}'. Try {name} HELP.", cut(sub, 128)).into()
            }
            (Refused::Unknown, _) => {
                let mut shown = String::new();
                for word in args {
                    if shown.len() >= 128 {
                        break;
                    }
                    shown += &format!("'{}' ", cut(word, 128 - shown.len()));
                }
                let name = cut(name, 128);
                format!("ERR unknown command '{name}', with args beginning with: {shown}").into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Model, Reply};

    #[test]
    fn what_is_no_command_is_refused_in_the_words_of_redis() {
        let lots = "x".repeat(200);
        let cases = [
            ("nope", "ERR unknown command 'nope', with args beginning with: ".to_owned()),
            (
                "Nope a b",
                "ERR unknown command 'Nope', with args beginning with: 'a' 'b' ".to_owned(),
            ),
            ("GET", "ERR wrong number of arguments for 'get' command".to_owned()),
            (
                &format!("nope a {lots} b"),
                format!(
                    "ERR unknown command 'nope', with args beginning with: 'a' '{}' ",
                    &lots[..124]
                ),
            ),
        ];
        for (words, refusal) in cases {
            let answer = Model::default().call(&Command::new(words.split(' ')));
            assert_eq!(answer, Ok(Reply::Error(refusal)), "{words}");
        }
    }
    #[test]
    fn what_redis_has_and_the_model_has_not_is_lacking() {
        let cases = [
            ("spop k", Lacking::Command("spop".to_owned())),
            ("SCRIPT KILL", Lacking::Command("SCRIPT KILL".to_owned())),
            ("script Kill", Lacking::Command("SCRIPT Kill".to_owned())),
            ("Select 3", Lacking::Database),
        ];
        for (words, lacking) in cases {
            let mut model = Model::default();
            assert_eq!(model.call(&Command::new(words.split(' '))), Err(lacking), "{words}");
            assert_eq!(model, Model::default());
        }
    }
}
