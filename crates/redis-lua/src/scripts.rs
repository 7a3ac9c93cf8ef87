//! Scripts for a model: EVAL runs a program inside a command.

use std::collections::BTreeMap;
use std::iter;

use redis_model::{Command, Evaluate, Invocation, Refusal, Reply, shebang};

use super::error::ProgramError;
use super::failure::Failure;
use super::vm::Vm;

/// Texts that are kept compiled: a program that makes up a new one each time must not fill the memory.
const KEPT_MAX: usize = 64;

/// An interpreter for a [`Model`](redis_model::Model): it runs EVAL, FCALL and their kin, and compiles
/// each text once.
///
/// ```
/// use redis_lua::Scripts;
/// use redis_model::{Command, Model, Reply};
///
/// let (mut model, mut scripts) = (Model::default(), Scripts::new());
/// let eval = ["EVAL", "return redis.call('INCRBY', KEYS[1], ARGV[1])", "1", "k", "5"];
/// assert_eq!(model.run(0, &Command::new(eval), &mut scripts)?, Reply::Int(5));
/// # Ok::<(), redis_model::Lacking>(())
/// ```
#[derive(Default)]
pub struct Scripts {
    compiled: BTreeMap<String, Vm>,
    failure: Option<Failure>,
}

impl Scripts {
    /// Returns an interpreter that has compiled nothing yet.
    pub fn new() -> Scripts {
        Scripts::default()
    }

    /// Returns the number of VM instructions that the scripts which are kept compiled have used.
    pub fn used(&self) -> u64 {
        self.compiled.values().map(Vm::used).sum()
    }

    /// Returns why the script that was run last ended without a result, if it did; the model's reply has the
    /// text alone.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn vm(&mut self, text: &str) -> Result<&mut Vm, ProgramError> {
        if !self.compiled.contains_key(text) {
            let compiled = match shebang::library(text.as_bytes()) {
                Ok(_) => Vm::of_library(text),
                Err(_) => Vm::new(text),
            };
            let vm = compiled?;
            if self.compiled.len() >= KEPT_MAX {
                self.compiled.clear();
            }
            self.compiled.insert(text.to_owned(), vm);
        }
        Ok(self.compiled.get_mut(text).expect("it was just compiled"))
    }
}

impl Evaluate for Scripts {
    fn compile(&mut self, text: &str) -> Result<(), Refusal> {
        self.vm(text).map(|_| ()).map_err(|error| error.refusal().into())
    }

    fn functions(&mut self, library: &str) -> Result<Vec<Vec<u8>>, Refusal> {
        let vm = self.vm(library).map_err(|error| Refusal::from(error.refusal()))?;
        // The VM answers the calls of a registering library itself.
        let names = vm.eval(&[], &[], &mut |_| Reply::Nil);
        match names.map_err(|failure| Refusal::from(failure.to_string()))? {
            Reply::Array(names) => Ok(names.into_iter().filter_map(bulk).collect()),
            Reply::Error(why) => Err(why.into()),
            _ => Ok(Vec::new()),
        }
    }

    fn evaluate(
        &mut self,
        invocation: &Invocation<'_>,
        answer: &mut dyn FnMut(&Command) -> Reply,
    ) -> Result<Reply, Refusal> {
        let Invocation { text, function, keys, argv } = *invocation;
        self.failure = None;
        let vm = self.vm(text).map_err(|error| Refusal::from(error.refusal()))?;
        let ended = match function {
            Some(name) => {
                let argv: Vec<_> = iter::once(name.to_vec()).chain(argv.iter().cloned()).collect();
                let name = String::from_utf8_lossy(name);
                vm.eval(keys, &argv, answer).map_err(|failure| (failure.reply(&name), failure))
            }
            None => {
                let ended = vm.eval(keys, argv, answer);
                ended.map_err(|failure| (failure.reply(vm.sha1()), failure))
            }
        };
        Ok(ended.unwrap_or_else(|(reply, failure)| {
            self.failure = Some(failure);
            reply
        }))
    }
}

fn bulk(reply: Reply) -> Option<Vec<u8>> {
    match reply {
        Reply::Bulk(bytes) => Some(bytes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use redis_model::{Lacking, Model};

    use super::*;
    use crate::Limit;

    fn call<const N: usize>(model: &mut Model, scripts: &mut Scripts, words: [&str; N]) -> Reply {
        model.run(1, &Command::new(words), scripts).unwrap()
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
    #[test]
    fn what_a_call_lacks_is_what_the_script_lacks_also_if_it_was_caught() {
        let (mut model, mut scripts) = (Model::default(), Scripts::new());
        for text in
            ["return redis.call('SPOP', 'k')", "pcall(redis.call, 'SPOP', 'k') redis.call('PING')"]
        {
            let answer = model.run(1, &Command::new(["EVAL", text, "0"]), &mut scripts);
            assert_eq!(answer, Err(Lacking::Command("SPOP".to_owned())), "{text}");
        }
        assert_eq!(call(&mut model, &mut scripts, ["EVAL", "return 1", "0"]), Reply::Int(1));
    }

    #[test]
    fn why_the_last_script_failed_is_known_until_the_next_one() {
        let (mut model, mut scripts) = (Model::default(), Scripts::new());
        let mut failure = |text: &str| {
            call(&mut model, &mut scripts, ["EVAL", text, "0"]);
            scripts.failure().cloned()
        };
        let stopped = Some(Failure::Stopped(Limit::Instructions));
        assert_eq!(failure("while true do end"), stopped);
        assert_eq!(failure("return 1"), None);
        let deep = failure("local function f() return 1 + f() end return f()");
        assert!(matches!(deep, Some(Failure::StackOverflow { .. })), "{deep:?}");
        assert!(matches!(failure("error('was stopped')"), Some(Failure::Raised { .. })));
    }
}
