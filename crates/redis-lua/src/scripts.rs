//! Scripts for a store: EVAL runs a program inside a command.

use std::collections::BTreeMap;

use super::error::ProgramError;
use super::vm::Vm;
use redis_model::shebang;
use redis_model::{Command, Evaluate, Reply};

/// So many texts are kept compiled; a program that makes up a new one each time must not fill the
/// memory.
const KEPT_MAX: usize = 64;

/// Runs scripts in the Lua VM, each text compiled once.
#[derive(Default)]
pub struct Scripts {
    compiled: BTreeMap<String, Vm>,
}

impl Scripts {
    /// None compiled yet.
    pub fn new() -> Scripts {
        Scripts::default()
    }

    /// Instructions that all scripts that are kept have used.
    pub fn used(&self) -> u64 {
        self.compiled.values().map(Vm::used).sum()
    }

    fn vm(&mut self, text: &str) -> Result<&mut Vm, String> {
        if !self.compiled.contains_key(text) {
            let compiled = match shebang::library(text.as_bytes()) {
                Ok(_) => Vm::of_library(text),
                Err(_) => Vm::new(text),
            };
            let vm = compiled.map_err(refusal)?;
            if self.compiled.len() >= KEPT_MAX {
                self.compiled.clear();
            }
            self.compiled.insert(text.to_owned(), vm);
        }
        Ok(self.compiled.get_mut(text).expect("it was just compiled"))
    }
}

/// In Redis's words.
fn refusal(error: ProgramError) -> String {
    match error.reply() {
        Reply::Error(text) => text,
        other => format!("ERR {other:?}"),
    }
}

impl Evaluate for Scripts {
    fn compile(&mut self, text: &str) -> Result<(), String> {
        self.vm(text).map(|_| ())
    }

    fn evaluate(
        &mut self,
        text: &str,
        keys: &[Vec<u8>],
        argv: &[Vec<u8>],
        answer: &mut dyn FnMut(&Command) -> Reply,
    ) -> Reply {
        match self.vm(text) {
            Ok(vm) => vm.eval(keys, argv, answer),
            Err(refusal) => Reply::Error(refusal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redis_model::Model;

    fn call<const N: usize>(model: &mut Model, scripts: &mut Scripts, words: [&str; N]) -> Reply {
        model.run_for(1, &Command::new(words), scripts)
    }

    #[test]
    fn a_script_reads_and_writes_the_store_and_is_found_again_by_its_hash() {
        let (mut model, mut scripts) = (Model::default(), Scripts::new());
        let text = "local n = redis.call('INCRBY', KEYS[1], ARGV[1]) return n";
        assert_eq!(call(&mut model, &mut scripts, ["EVAL", text, "1", "k", "5"]), Reply::Int(5));
        let Reply::Bulk(sha) = call(&mut model, &mut scripts, ["SCRIPT", "LOAD", text]) else {
            panic!("no hash");
        };
        let sha = String::from_utf8(sha).unwrap();
        assert_eq!(call(&mut model, &mut scripts, ["EVALSHA", &sha, "1", "k", "2"]), Reply::Int(7));
    }

    #[test]
    fn a_text_that_does_not_compile_is_refused_as_in_redis_and_not_remembered() {
        let (mut model, mut scripts) = (Model::default(), Scripts::new());
        let expected =
            "ERR Error compiling script (new function): user_script:2: '=' expected near 'x'";
        for words in [["EVAL", "\nx x", "0"], ["SCRIPT", "LOAD", "\nx x"]] {
            let reply = call(&mut model, &mut scripts, words);
            assert_eq!(reply, Reply::Error(expected.to_owned()));
        }
        assert_eq!(model, Model::default());
    }

    #[test]
    fn the_first_line_means_the_same_to_the_store_and_to_the_compiler() {
        let (mut model, mut scripts) = (Model::default(), Scripts::new());
        let text = "#!lua \"flags=no-writes\"\nreturn 1";
        assert_eq!(call(&mut model, &mut scripts, ["EVAL", text, "0"]), Reply::Int(1));
    }

    #[test]
    fn what_a_failed_script_has_written_stays() {
        let (mut model, mut scripts) = (Model::default(), Scripts::new());
        call(&mut model, &mut scripts, ["MSET", "a", "10", "b", "x"]);
        let text = "redis.call('DECR', 'a') redis.call('DECR', 'b')";
        let reply = call(&mut model, &mut scripts, ["EVAL", text, "0"]);
        assert!(matches!(reply, Reply::Error(text) if text.contains("not an integer")));
        assert_eq!(call(&mut model, &mut scripts, ["GET", "a"]), Reply::Bulk(b"9".to_vec()));
    }

    #[test]
    fn many_different_texts_are_not_all_kept() {
        let (mut model, mut scripts) = (Model::default(), Scripts::new());
        for number in 0..3 * KEPT_MAX {
            let text = format!("return {number}");
            let reply = call(&mut model, &mut scripts, ["EVAL", &text, "0"]);
            assert_eq!(reply, Reply::Int(number as i64));
        }
        assert!(scripts.compiled.len() <= KEPT_MAX);
    }
}
