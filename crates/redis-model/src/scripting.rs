//! Scripts: EVAL is a program inside a command, one step for every other connection.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use sha1_smol::Sha1;

use super::Model;
use super::answer::{Answer, ok, replied};
use super::args::{Words, integer, is};
use super::lookup::{self, Refused};
use super::refusal::Refusal;
use super::session::Caller;
use super::shebang;
use super::table::Run;
use crate::{Command, Invocation, Lacking, Reply};

const NO_SCRIPT: &str = "NOSCRIPT No matching script. Please use EVAL.";

/// A script that EVALSHA finds. Its hash stands for its text.
#[derive(Clone, Debug)]
pub struct Script {
    sha: [u8; 20],
    text: Arc<str>,
}

impl PartialEq for Script {
    fn eq(&self, other: &Script) -> bool {
        self.sha == other.sha
    }
}

impl Eq for Script {}

impl Hash for Script {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sha.hash(state);
    }
}

impl PartialOrd for Script {
    fn partial_cmp(&self, other: &Script) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Script {
    fn cmp(&self, other: &Script) -> Ordering {
        self.sha.cmp(&other.sha)
    }
}

impl std::borrow::Borrow<[u8; 20]> for Script {
    fn borrow(&self) -> &[u8; 20] {
        &self.sha
    }
}

/// A script's SHA1 in hexadecimal digits.
fn hex(sha: &[u8; 20]) -> String {
    sha.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A SHA1 from hexadecimal digits in any case.
fn from_hex(text: &[u8]) -> Option<[u8; 20]> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let (pairs, []) = text.as_chunks() else { return None };
    let bytes: Option<Vec<u8>> =
        pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect();
    bytes?.try_into().ok()
}

/// Returns true if a script promises to read only.
fn only_reads(text: &str) -> Result<bool, Refusal> {
    match shebang::read(text.as_bytes()) {
        Ok(shebang) => Ok(shebang.only_reads),
        Err(why) => Err(format!("ERR {why}").into()),
    }
}

impl Model {
    /// Keeps a script for EVALSHA if it is one.
    fn load(&mut self, caller: &mut Caller, text: &[u8]) -> Result<Script, Refusal> {
        let sha = Sha1::from(text).digest().bytes();
        if let Some(known) = self.scripts.get(&sha) {
            return Ok(known.clone());
        }
        let text = std::str::from_utf8(text).map_err(|_| Lacking::ScriptEncoding)?;
        only_reads(text)?;
        caller.scripts.compile(text)?;
        let script = Script { sha, text: text.into() };
        self.scripts.insert(script.clone());
        Ok(script)
    }

    fn eval(&mut self, caller: &mut Caller, script: &Script, words: Words) -> Answer {
        let count = key_count(words)?;
        let (keys, argv) = words[3..].split_at(count);
        let only_reads = only_reads(&script.text)?;
        let invocation = Invocation { text: &script.text, function: None, keys, argv };
        self.evaluate(caller, &invocation, only_reads)
    }

    /// Runs a script, whose calls are answered here. What one of them lacks is an error to the script,
    /// which may catch it, and is what the whole script lacks.
    pub(super) fn evaluate(
        &mut self,
        caller: &mut Caller,
        invocation: &Invocation,
        only_reads: bool,
    ) -> Answer {
        let mut lacking = None;
        let mut answer = |command: &Command| {
            replied(self.called_by_script(command, only_reads)).unwrap_or_else(|lacks| {
                let reply = lacks.reply();
                lacking.get_or_insert(lacks);
                reply
            })
        };
        let answer = caller.scripts.evaluate(invocation, &mut answer);
        match lacking {
            Some(lacking) => Err(lacking.into()),
            None => answer,
        }
    }

    /// Runs a command that a script calls, which is refused in other words than one that is sent.
    fn called_by_script(&mut self, command: &Command, only_reads: bool) -> Answer {
        let words = command.0.as_slice();
        let spec = lookup::find(words).map_err(|refused| match refused {
            Refused::Unknown => "ERR Unknown Redis command called from script".into(),
            Refused::Arity(_) => {
                "ERR Wrong number of args calling Redis command from script".into()
            }
            Refused::Lacking => refused.refusal(words),
        })?;
        match spec.run {
            Run::Data(_) if only_reads && spec.writes => {
                Err("ERR Write commands are not allowed from read-only scripts.".into())
            }
            Run::Data(run) => run(self, words),
            Run::Caller(_) => Err("ERR This Redis command is not allowed from script".into()),
        }
    }
}

/// Returns how many of the words behind the third are keys, which is what the third is.
pub(super) fn key_count(words: Words) -> Result<usize, Refusal> {
    match integer(&words[2])? {
        count if count > (words.len() - 3) as i64 => {
            Err("ERR Number of keys can't be greater than number of args".into())
        }
        count => usize::try_from(count).map_err(|_| "ERR Number of keys can't be negative".into()),
    }
}

pub fn eval(model: &mut Model, caller: &mut Caller, words: Words) -> Answer {
    key_count(words)?;
    let script = model.load(caller, &words[1])?;
    model.eval(caller, &script, words)
}

pub fn evalsha(model: &mut Model, caller: &mut Caller, words: Words) -> Answer {
    if words[1].len() != 40 {
        return Err(NO_SCRIPT.into());
    }
    key_count(words)?;
    let script = from_hex(&words[1]).and_then(|sha| model.scripts.get(&sha).cloned());
    model.eval(caller, &script.ok_or(NO_SCRIPT)?, words)
}

pub fn load(model: &mut Model, caller: &mut Caller, words: Words) -> Answer {
    Ok(Reply::Bulk(hex(&model.load(caller, &words[2])?.sha).into_bytes()))
}

pub fn exists(model: &mut Model, _caller: &mut Caller, words: Words) -> Answer {
    let is_known = |sha: &Vec<u8>| from_hex(sha).is_some_and(|sha| model.scripts.contains(&sha));
    let known = words[2..].iter().map(|sha| Reply::Int(i64::from(is_known(sha))));
    Ok(Reply::Array(known.collect()))
}

pub fn flush(model: &mut Model, _caller: &mut Caller, words: Words) -> Answer {
    match &words[2..] {
        [] => {}
        [how] if is(how, "SYNC") || is(how, "ASYNC") => {}
        _ => return Err("ERR SCRIPT FLUSH only support SYNC|ASYNC option".into()),
    }
    model.scripts.clear();
    ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluate;

    /// "Runs" a script by calling the command that is its text, once for each key.
    struct Calls;

    impl Evaluate for Calls {
        fn compile(&mut self, _text: &str) -> Result<(), Refusal> {
            Ok(())
        }

        fn functions(&mut self, _library: &str) -> Result<Vec<Vec<u8>>, Refusal> {
            Ok(Vec::new())
        }

        fn evaluate(
            &mut self,
            invocation: &Invocation,
            answer: &mut dyn FnMut(&Command) -> Reply,
        ) -> Result<Reply, Refusal> {
            let name = invocation.text.as_bytes();
            let call = |key: &Vec<u8>| answer(&Command::new([name, key]));
            Ok(Reply::Array(invocation.keys.iter().map(call).collect()))
        }
    }

    fn call(model: &mut Model, words: &str) -> Reply {
        model.run(7, &Command::new(words.split(' ')), &mut Calls).unwrap()
    }

    #[test]
    fn a_script_is_known_by_its_hash_until_it_is_flushed() {
        let mut model = Model::default();
        let sha = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";
        let by_sha = format!("EVALSHA {} 1 k", sha.to_uppercase());
        assert_eq!(call(&mut model, &by_sha), Reply::Error(NO_SCRIPT.into()));
        assert_eq!(
            call(&mut model, "SCRIPT LOAD incr"),
            Reply::Bulk(hex(&Sha1::from("incr").digest().bytes()).into())
        );
        assert_eq!(
            call(&mut model, "EVAL INCR 2 k k"),
            Reply::Array(vec![Reply::Int(1), Reply::Int(2)])
        );
        let known = format!("SCRIPT EXISTS {} {sha}", hex(&Sha1::from("INCR").digest().bytes()));
        assert_eq!(call(&mut model, &known), Reply::Array(vec![Reply::Int(1), Reply::Int(0)]));
        call(&mut model, "SCRIPT FLUSH");
        assert_eq!(call(&mut model, &known), Reply::Array(vec![Reply::Int(0), Reply::Int(0)]));
    }

    #[test]
    fn a_script_is_refused_in_words_of_its_own() {
        let mut model = Model::default();
        for (name, refusal) in [
            ("NOPE", "ERR Unknown Redis command called from script"),
            ("MULTI", "ERR Wrong number of args calling Redis command from script"),
            ("WATCH", "ERR This Redis command is not allowed from script"),
        ] {
            let reply = call(&mut model, &format!("EVAL {name} 1 k"));
            assert_eq!(reply, Reply::Array(vec![Reply::Error(refusal.into())]), "{name}");
        }
        for (words, refusal) in [
            ("EVAL GET x", "ERR value is not an integer or out of range"),
            ("EVAL GET 1", "ERR Number of keys can't be greater than number of args"),
            ("EVAL GET -1", "ERR Number of keys can't be negative"),
            ("SCRIPT nope", "ERR unknown subcommand 'nope'. Try SCRIPT HELP."),
            ("SCRIPT load", "ERR wrong number of arguments for 'script|load' command"),
        ] {
            assert_eq!(call(&mut model, words), Reply::Error(refusal.into()), "{words}");
        }
    }
    #[test]
    fn what_a_call_of_a_script_lacks_is_what_the_script_lacks_although_it_went_on() {
        let mut model = Model::default();
        for text in ["SPOP", "INCR"] {
            let command = Command::new(["EVAL", text, "2", "a", "b"]);
            let answer = model.run(7, &command, &mut Calls);
            match text {
                "SPOP" => assert_eq!(answer, Err(Lacking::Command("SPOP".to_owned()))),
                _ => assert_eq!(answer, Ok(Reply::Array(vec![Reply::Int(1), Reply::Int(1)]))),
            }
        }
    }
}
