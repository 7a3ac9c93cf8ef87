//! Runs of one program, stepped from call to call, any number of them side by side.
//!
//! The limit on instructions is one run's, over all its turns; the limit on memory is the whole VM's, which
//! holds runs of one program only, and grows with the runs that live at once.

use std::rc::Rc;

use redis_model::{Command, Reply, shebang};

use super::error::ProgramError;
use super::failure::Failure;
use super::interpreter::{Budget, Call, Lua51, Step};
use super::kind::Kind;
use super::libs::sha1_hex;
use super::run::{Record, Run, Slots};
use super::values::Word;

/// Instructions of one run, from its start to its end.
const INSTRUCTIONS_MAX: u64 = 5_000_000;
/// Bytes that a VM may hold beside its waiting runs. In a browser, above some 42 MiB every allocation
/// would collect.
const BYTES_MAX: usize = 32 << 20;
/// Bytes that a waiting run adds: more than twice of what a small one takes, as garbage is collected
/// only once it is as large as what lives.
const BYTES_PER_RUN: usize = 8 << 10;
/// The longest that a program may wait before one call.
const WAIT_MS_MAX: f64 = 60_000.0;
/// Runs after which a VM is exchanged for a new one, as soon as none is waiting.
pub(super) const RUNS_MAX: u64 = 10_000;

/// A program that is compiled and ready to run, in a Lua VM of its own.
///
/// Any number of runs may wait at once; each has its own KEYS and ARGV, and sees nothing of the others.
///
/// ```
/// use redis_lua::{Failure, Turn, Vm};
/// use redis_model::Reply;
///
/// let mut vm = Vm::new("if redis.call('EXISTS', KEYS[1]) == 0 then error('gone') end return 1")?;
/// let (mut run, turn) = vm.start(&[b"k".to_vec()], &[]);
/// assert!(matches!(turn, Turn::Call { line: 1, .. }));
/// let Turn::Failed(failure) = vm.resume(&mut run, Reply::Int(0)) else { panic!() };
/// assert_eq!(failure.to_string(), "ERR user_script:1: gone");
/// # Ok::<(), redis_lua::ProgramError>(())
/// ```
pub struct Vm {
    text: Vec<u8>,
    sha1: String,
    lua: Lua51,
    pub(super) slots: Rc<Slots>,
    pub(super) started: u64,
    broken: bool,
    used: u64,
    kind: Kind,
    pub(super) instructions_max: u64,
}

/// What a run does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It calls Redis and waits for the reply, which goes to [`Vm::resume`].
    Call {
        /// The command that it sends.
        command: Command,
        /// The line of the whole text that the call stands on, counted from 1; 0: unknown, as for a tail
        /// call.
        line: u32,
    },
    /// It returned, which makes this reply.
    Return(Reply),
    /// It ended without a result.
    Failed(Failure),
}

impl Vm {
    /// Compiles a script as EVAL takes it, its first line included, so that lines are those of the text.
    ///
    /// # Errors
    /// Where the text is no Lua 5.1, or its first line is one that Redis does not take.
    pub fn new(text: &str) -> Result<Vm, ProgramError> {
        Vm::from_bytes(text.as_bytes())
    }

    /// Compiles a program that runs beside Redis, command by command, as a client's own code does.
    ///
    /// It has two more globals: `wait(ms)` delays its next call, see [`Run::wait_us`], and
    /// `db.call(name, …)` calls a database beside Redis: a command whose first word is `SQL`, which no
    /// call of Redis goes out with.
    ///
    /// # Errors
    /// As [`Vm::new`].
    pub fn of_client(text: &str) -> Result<Vm, ProgramError> {
        Vm::compiled(text.as_bytes(), Kind::Client)
    }

    /// Compiles a script that may be any bytes.
    ///
    /// # Errors
    /// As [`Vm::new`].
    pub fn from_bytes(script: &[u8]) -> Result<Vm, ProgramError> {
        Vm::compiled(script, Kind::Script)
    }

    /// Compiles a library as FUNCTION LOAD takes it. The first argument of a run is the name of the function
    /// that it calls; without arguments it returns the names of all.
    ///
    /// # Errors
    /// Where the text is no Lua 5.1, or its first line does not name a library of Lua.
    pub fn of_library(text: &str) -> Result<Vm, ProgramError> {
        Vm::compiled(text.as_bytes(), Kind::Library)
    }

    fn compiled(script: &[u8], kind: Kind) -> Result<Vm, ProgramError> {
        let body = match kind {
            Kind::Library => shebang::library(script).map(|library| library.body),
            _ => shebang::read(script).map(|shebang| shebang.body),
        };
        let text = body.map_err(|error| ProgramError::shebang(error.to_string()))?;
        let compiled = Lua51::new(text, BYTES_MAX, kind);
        let lua = compiled.map_err(|text| ProgramError::compiler(text, kind))?;
        Ok(Vm {
            text: text.to_owned(),
            sha1: sha1_hex(script),
            lua,
            slots: Rc::default(),
            started: 0,
            broken: false,
            used: 0,
            kind,
            instructions_max: INSTRUCTIONS_MAX,
        })
    }

    /// Returns the SHA1 of the text in hexadecimal digits, by which EVALSHA finds it.
    pub fn sha1(&self) -> &str {
        &self.sha1
    }

    /// Begins a run and takes it to its first call, or to its end.
    pub fn start(&mut self, keys: &[Vec<u8>], argv: &[Vec<u8>]) -> (Run, Turn) {
        if self.broken || self.started >= RUNS_MAX && self.slots.all_free() {
            self.renew();
        }
        self.started += 1;
        let slots = Rc::clone(&self.slots);
        let slot = slots.take();
        let mut run = Run {
            slot,
            instructions_left: self.instructions_max,
            is_over: false,
            slots,
            begins_again: false,
            record: Record::default(),
            wait_us: 0,
        };
        let mut budget = self.budget(&run);
        let step = self.lua.start(slot, keys, argv, &mut budget);
        let turn = self.turned(&mut run, step, budget);
        self.used += self.instructions_max - run.instructions_left;
        (run, turn)
    }

    /// Hands in the reply that a run waits for and takes it to its next call, or to its end. A run that does
    /// not wait, or is another VM's, fails.
    pub fn resume(&mut self, run: &mut Run, reply: Reply) -> Turn {
        if run.is_over {
            return Turn::Failed(Failure::Ended);
        }
        if self.broken || !Rc::ptr_eq(&run.slots, &self.slots) {
            run.end();
            return Turn::Failed(Failure::Gone);
        }
        let mut budget = self.budget(run);
        let before = run.instructions_left;
        let step = self.answer(run, &reply, &mut budget);
        let turn = self.turned(run, step, budget);
        self.used += before - run.instructions_left;
        turn
    }

    /// Returns the number of VM instructions that all runs together have used.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Runs the program in one piece, as Redis does, each call answered at once, and returns its reply.
    ///
    /// # Errors
    /// Where it ends without one; [`Failure::reply`] is what Redis replies then.
    pub fn eval(
        &mut self,
        keys: &[Vec<u8>],
        argv: &[Vec<u8>],
        answer: &mut dyn FnMut(&Command) -> Reply,
    ) -> Result<Reply, Failure> {
        let (mut run, mut turn) = self.start(keys, argv);
        loop {
            turn = match turn {
                Turn::Call { command, .. } => self.resume(&mut run, answer(&command)),
                Turn::Return(reply) => return Ok(reply),
                Turn::Failed(failure) => return Err(failure),
            };
        }
    }

    /// Hands a reply to the call that a run waits for, or begins it again with all replies so far.
    fn answer(&mut self, run: &mut Run, reply: &Reply, budget: &mut Budget) -> Step {
        run.record.push(reply);
        if !run.begins_again {
            return self.lua.resume(run.slot, reply, budget);
        }
        run.begins_again = false;
        match run.record.replies() {
            Some(replies) => self.lua.again(run.slot, replies.iter(), budget),
            None => Step::Failed(Failure::TooManyReplies),
        }
    }

    /// Takes a step's end as a turn; a call that is none is answered here, as Redis does.
    fn turned(&mut self, run: &mut Run, mut step: Step, mut budget: Budget) -> Turn {
        let turn = loop {
            match step {
                Step::Call(Call { line, wait_ms, words, is_over }) => {
                    run.wait_us = (wait_ms.min(WAIT_MS_MAX) * 1_000.0) as u64;
                    run.begins_again = is_over;
                    match command(words) {
                        Ok(command) => {
                            run.instructions_left = budget.instructions;
                            return Turn::Call { command, line };
                        }
                        Err(refusal) => {
                            let refusal = Reply::Error(refusal.to_owned());
                            step = self.answer(run, &refusal, &mut budget);
                        }
                    }
                }
                Step::Returned(reply) => break Turn::Return(reply),
                Step::Failed(failure) => {
                    self.broken |= failure == Failure::Broken;
                    break Turn::Failed(failure);
                }
            }
        };
        run.instructions_left = budget.instructions;
        run.end();
        turn
    }

    fn budget(&self, run: &Run) -> Budget {
        let bytes_max = BYTES_MAX + self.slots.count() * BYTES_PER_RUN;
        Budget { instructions: run.instructions_left, bytes_max }
    }

    fn renew(&mut self) {
        self.lua = Lua51::new(&self.text, BYTES_MAX, self.kind).expect("it compiled before");
        self.slots = Rc::default();
        self.started = 0;
        self.broken = false;
    }
}

/// The words of a call as a command, or Redis's refusal.
fn command(words: Vec<Word>) -> Result<Command, &'static str> {
    if words.is_empty() {
        return Err("ERR Please specify at least one argument for this redis lib call");
    }
    let bytes = |word| match word {
        Word::Bytes(bytes) => Some(bytes),
        Word::Unusable => None,
    };
    words
        .into_iter()
        .map(bytes)
        .collect::<Option<_>>()
        .map(Command)
        .ok_or("ERR Lua redis lib command arguments must be strings or integers")
}
