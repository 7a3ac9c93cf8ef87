//! Runs of one program, stepped from call to call, as many side by side as there are grabs.
//!
//! One run may use so many instructions, however many turns it takes; the memory is a limit on the
//! whole VM, which holds runs of one program only, and grows with the runs that live at once.

use std::fmt;
use std::rc::Rc;

use super::lua::{Budget, Lua51, Step};
use super::run::{Run, Slots};
use super::values::Word;
use crate::store::{Command, Reply};

/// Instructions of one run, from its start to its end.
const INSTRUCTIONS_MAX: u64 = 5_000_000;
/// What a VM may hold beside its waiting runs. In a browser, above some 42 MiB every allocation
/// would collect.
const BYTES_MAX: usize = 32 << 20;
/// What a waiting run adds: more than twice of what a small one takes, as garbage is collected
/// only once it is as large as what lives.
const BYTES_PER_RUN: usize = 8 << 10;
/// Runs after which a VM is exchanged for a new one, as soon as none is waiting.
const RUNS_MAX: u64 = 10_000;

/// One Lua VM for one compiled program.
pub struct Vm {
    text: String,
    lua: Lua51,
    slots: Rc<Slots>,
    started: u64,
    broken: bool,
    pub(super) instructions_max: u64,
}

/// What a run does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It calls Redis and waits for the reply.
    Call {
        /// The command that it sends.
        command: Command,
        /// The line of the whole file that the call stands on; 0: unknown, as for a tail call.
        line: u32,
    },
    /// It returned this.
    Return(Reply),
    /// It failed, for the reason that Redis would give, but without `script: <sha>, on …`.
    Failed(String),
}

/// Why a text is not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    /// The line, counted from 1, if the compiler knows it.
    pub line: Option<u32>,
    /// What the compiler says.
    pub message: String,
}

impl Vm {
    /// Compiles a whole file, header included, so that lines are those of the file.
    pub fn new(text: &str) -> Result<Vm, ProgramError> {
        // Redis takes this line off, but still counts it.
        let text = match text.strip_prefix("#!").map(|rest| rest.find('\n')) {
            Some(end) => end.map_or("", |end| &text[end + 2..]),
            None => text,
        };
        let lua = Lua51::new(text, BYTES_MAX).map_err(ProgramError::new)?;
        let text = text.to_owned();
        Ok(Vm {
            text,
            lua,
            slots: Rc::default(),
            started: 0,
            broken: false,
            instructions_max: INSTRUCTIONS_MAX,
        })
    }

    /// Begins a run and takes it to its first call.
    pub fn start(&mut self, keys: &[Vec<u8>], argv: &[Vec<u8>]) -> (Run, Turn) {
        if self.broken || self.started >= RUNS_MAX && self.slots.all_free() {
            self.renew();
        }
        self.started += 1;
        let slots = Rc::clone(&self.slots);
        let slot = slots.take();
        let mut run = Run { slot, instructions_left: self.instructions_max, is_over: false, slots };
        let mut budget = self.budget(&run);
        let step = self.lua.start(slot, keys, argv, &mut budget);
        let turn = self.turned(&mut run, step, budget);
        (run, turn)
    }

    /// Hands in the reply that a run waits for and takes it to its next call.
    pub fn resume(&mut self, run: &mut Run, reply: Reply) -> Turn {
        if run.is_over {
            return Turn::Failed("ERR this run has ended".to_owned());
        }
        if self.broken || !Rc::ptr_eq(&run.slots, &self.slots) {
            run.end();
            return Turn::Failed("ERR this run's VM is gone".to_owned());
        }
        let mut budget = self.budget(run);
        let step = self.lua.resume(run.slot, &reply, &mut budget);
        self.turned(run, step, budget)
    }

    /// Runs a program in one piece, as Redis does, each call answered at once.
    pub fn evaluate(
        &mut self,
        keys: &[Vec<u8>],
        argv: &[Vec<u8>],
        answer: &mut dyn FnMut(&Command) -> Reply,
    ) -> Result<Reply, String> {
        let (mut run, mut turn) = self.start(keys, argv);
        loop {
            turn = match turn {
                Turn::Call { command, .. } => self.resume(&mut run, answer(&command)),
                Turn::Return(reply) => return Ok(reply),
                Turn::Failed(reason) => return Err(reason),
            };
        }
    }

    /// Takes a step's end as a turn; a call that is none is answered here, as Redis does.
    fn turned(&mut self, run: &mut Run, mut step: Step, mut budget: Budget) -> Turn {
        let turn = loop {
            match step {
                Step::Call(line, words) => match command(words) {
                    Ok(command) => {
                        run.instructions_left = budget.instructions;
                        return Turn::Call { command, line };
                    }
                    Err(refusal) => {
                        let refusal = Reply::Error(refusal.to_owned());
                        step = self.lua.resume(run.slot, &refusal, &mut budget);
                    }
                },
                Step::Returned(reply) => break Turn::Return(reply),
                Step::Raised(reason) => break Turn::Failed(reason),
                Step::Broken(reason) => {
                    self.broken = true;
                    break Turn::Failed(reason);
                }
            }
        };
        run.end();
        turn
    }

    fn budget(&self, run: &Run) -> Budget {
        let bytes_max = BYTES_MAX + self.slots.count() * BYTES_PER_RUN;
        Budget { instructions: run.instructions_left, bytes_max }
    }

    fn renew(&mut self) {
        self.lua = Lua51::new(&self.text, BYTES_MAX).expect("it compiled before");
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

impl ProgramError {
    /// From the compiler's text, `user_script:3: '=' expected near 'z'`.
    fn new(told: String) -> ProgramError {
        let parts = told.strip_prefix("user_script:").and_then(|rest| rest.split_once(": "));
        match parts.map(|(line, message)| (line.parse(), message)) {
            Some((Ok(line), message)) => {
                ProgramError { line: Some(line), message: message.to_owned() }
            }
            _ => ProgramError { line: None, message: told },
        }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ProgramError {}

#[cfg(test)]
mod tests {
    use super::*;

    const GET_SET: &str = include_str!("../../../lua/get_set.lua");
    const ATOMIC: &str = include_str!("../../../lua/atomic.lua");

    fn bulk(text: &str) -> Reply {
        Reply::Bulk(text.into())
    }

    fn words(all: &[&str]) -> Vec<Vec<u8>> {
        all.iter().map(|word| word.as_bytes().to_vec()).collect()
    }

    /// The call of these words, from the line that this text begins.
    fn call(text: &str, command: &[&str], line_begins: &str) -> Turn {
        let line = text.lines().position(|line| line.starts_with(line_begins)).unwrap();
        Turn::Call { command: Command::new(command), line: line as u32 + 1 }
    }

    #[test]
    fn get_set_goes_from_call_to_call_on_the_lines_of_the_file() {
        for text in [GET_SET.to_owned(), format!("#!lua\n{GET_SET}")] {
            let mut vm = Vm::new(&text).unwrap();
            let (mut run, turn) = vm.start(&words(&["k"]), &[]);
            assert_eq!(turn, call(&text, &["GET", "k"], "local value"));
            let turn = vm.resume(&mut run, bulk("10"));
            assert_eq!(turn, call(&text, &["SET", "k", "9"], "redis.call('SET'"));
            let turn = vm.resume(&mut run, Reply::Status("OK".to_owned()));
            assert_eq!(turn, Turn::Return(Reply::Int(10)));
            assert!(matches!(vm.resume(&mut run, Reply::Nil), Turn::Failed(_)));
        }
    }

    #[test]
    fn get_set_tells_a_missing_stock_from_a_corrupt_one_and_from_none_left() {
        let mut vm = Vm::new(GET_SET).unwrap();
        let cases = [("abc", -4), ("10.5", -4), ("0x10", -4), ("1e3", -4), ("", -4), ("0", -1)];
        let cases = cases.map(|(text, number)| (bulk(text), number));
        for (stock, expected) in cases.into_iter().chain([(Reply::Nil, -3), (bulk("-3"), -1)]) {
            let (mut run, _) = vm.start(&words(&["k"]), &[]);
            let turn = vm.resume(&mut run, stock.clone());
            assert_eq!(turn, Turn::Return(Reply::Int(expected)), "{stock:?}");
        }
    }

    #[test]
    fn atomic_gives_numbers_as_redis_would_get_them() {
        let mut vm = Vm::new(ATOMIC).unwrap();
        let (mut run, turn) = vm.start(&words(&["s", "u"]), &words(&["7", "2"]));
        assert_eq!(turn, call(ATOMIC, &["GET", "s"], "local value"));
        let turn = vm.resume(&mut run, bulk("10"));
        assert_eq!(turn, call(ATOMIC, &["SISMEMBER", "u", "7"], "if redis.call('SISMEMBER'"));
        let turn = vm.resume(&mut run, Reply::Int(0));
        assert_eq!(turn, call(ATOMIC, &["DECRBY", "s", "2"], "redis.call('DECRBY'"));
        let turn = vm.resume(&mut run, Reply::Int(8));
        assert_eq!(turn, call(ATOMIC, &["SADD", "u", "7"], "redis.call('SADD'"));
        assert_eq!(vm.resume(&mut run, Reply::Int(1)), Turn::Return(Reply::Int(10)));
    }

    #[test]
    fn runs_side_by_side_see_only_their_own_keys_and_arguments_also_late() {
        const LATE: &str = "redis.call('PING') local function late() return KEYS[1] .. ARGV[1] end
            for i = 1, 2 do redis.call('ECHO', late(), _G.KEYS[1], #ARGV) end return late()";
        let mut vm = Vm::new(LATE).unwrap();
        let mut runs: Vec<_> =
            ["a", "b", "c"].map(|name| (name, vm.start(&words(&[name]), &words(&["1"])).0)).into();
        for _ in 0..2 {
            for (name, run) in &mut runs {
                let late = format!("{name}1");
                let echo = call(LATE, &["ECHO", &late, name, "1"], "            for");
                assert_eq!(vm.resume(run, Reply::Nil), echo);
            }
            runs.reverse();
        }
        for (name, run) in &mut runs {
            let turn = vm.resume(run, Reply::Nil);
            assert_eq!(turn, Turn::Return(bulk(&format!("{name}1"))));
        }
    }

    #[test]
    fn the_line_is_known_wherever_the_call_is_but_for_a_tail_call() {
        let cases = [
            ("\nlocal x = redis.call('PING') return x", 2),
            ("\n\nlocal x = redis.pcall('PING') return x", 3),
            ("\nlocal _, x = pcall(redis.call, 'PING') return x", 2),
            ("\nlocal _, x = pcall(function()\nlocal y = redis.call('PING') return y end)", 3),
            ("local f = coroutine.wrap(function()\nlocal x = redis.call('PING') end)\nf()", 2),
            ("local x = {\n1,\nredis.call('PING') }", 3),
            ("\nreturn redis.call('PING')", 0),
            ("local function f()\nreturn redis.call('PING') end\nlocal x = f()", 0),
            ("\ncoroutine.wrap(redis.call)('PING')", 0),
        ];
        for (text, expected) in cases {
            let (_run, turn) = Vm::new(text).unwrap().start(&[], &[]);
            assert_eq!(
                turn,
                Turn::Call { command: Command::new(["PING"]), line: expected },
                "{text:?}"
            );
        }
    }

    #[test]
    fn ten_thousand_runs_live_at_once() {
        let mut vm = Vm::new(GET_SET).unwrap();
        let keys = words(&["k"]);
        let mut runs: Vec<_> = (0..10_000).map(|_| vm.start(&keys, &[]).0).collect();
        assert!(matches!(vm.resume(&mut runs[0], bulk("10")), Turn::Call { .. }));
        for run in &mut runs[1..] {
            assert_eq!(vm.resume(run, bulk("0")), Turn::Return(Reply::Int(-1)));
        }
    }

    #[test]
    fn runs_that_ended_or_were_given_up_leave_their_slot_to_the_next() {
        let mut vm = Vm::new(GET_SET).unwrap();
        vm.started = RUNS_MAX - 100;
        for _ in 0..100 {
            let (mut ended, _) = vm.start(&words(&["k"]), &[]);
            let (given_up, _) = vm.start(&words(&["k"]), &[]);
            assert_eq!(vm.resume(&mut ended, Reply::Nil), Turn::Return(Reply::Int(-3)));
            drop(given_up);
            assert!(vm.slots.count() <= 2);
        }
        assert_eq!(vm.started, 100, "the VM was renewed in between");
    }

    #[test]
    fn a_run_of_another_vm_fails_and_one_that_outlives_its_vm_is_harmless() {
        let (mut one, mut other) = (Vm::new(GET_SET).unwrap(), Vm::new(GET_SET).unwrap());
        let (mut run, _) = one.start(&words(&["k"]), &[]);
        assert!(matches!(other.resume(&mut run, Reply::Nil), Turn::Failed(_)));
        let (waiting, _) = one.start(&words(&["k"]), &[]);
        drop(one);
        drop(waiting);
    }

    #[test]
    fn a_text_that_is_no_program_says_on_which_line() {
        for (text, line) in [("return 3 +", 1), ("-- x\n\nlocal = 1", 3), ("#!lua\n)", 2)] {
            assert_eq!(Vm::new(text).err().unwrap().line, Some(line), "{text:?}");
        }
        assert!(Vm::new(&"(".repeat(100_000)).is_err());
        assert!(Vm::new("\u{1b}Lua").is_err());
    }
}
