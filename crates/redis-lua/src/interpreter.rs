//! Lua 5.1 with Redis's globals: the VM, the prelude in it, and a budget for each run.
//!
//! The prelude does what can be done in Lua. Here is what cannot: the budget, which a program
//! must not be able to catch, and the values, which must not outlive the VM.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use redis_model::Reply;

use super::failure::{Failure, Limit};
use super::hosts;
use super::kind::Kind;
use super::lua::{
    Error, Function, HostHooks, Lua, LuaVersion, Sandbox, SandboxConfig, TripReason, Value,
    Variadic,
};
use super::values::{self, Word};

/// One chunk, in the order in which one part uses the other.
const PRELUDE: &str = concat!(
    include_str!("prelude/world.lua"),
    include_str!("prelude/driver.lua"),
    include_str!("prelude/globals.lua"),
    include_str!("prelude/libraries.lua"),
    include_str!("prelude/redis.lua"),
    include_str!("prelude/library.lua"),
    include_str!("prelude/maths.lua"),
);
/// Runs that ended by a stack overflow before their stacks are freed.
const OVERFLOWS_KEPT_MAX: u32 = 8;
/// Marks a call to the host: the only light userdata beside `cjson.null`, so that no program has
/// another.
const ASK: *mut std::ffi::c_void = std::ptr::without_provenance_mut(1);

/// How a run's turn ended.
pub enum Step {
    /// It called Redis.
    Call(Call),
    /// It returned.
    Returned(Reply),
    /// It ended without a result.
    Failed(Failure),
}

/// A call to Redis.
pub struct Call {
    /// The line it stands on; 0: unknown.
    pub line: u32,
    /// What the program waits before it, in ms.
    pub wait_ms: f64,
    /// Its words.
    pub words: Vec<Word>,
    /// The run could not wait there, so that it has to begin again to get the reply.
    pub is_over: bool,
}

/// One VM with one compiled program.
pub struct Lua51 {
    lua: Lua,
    start: Function,
    again: Function,
    resume: Function,
    forget: Function,
    overflows: Cell<u32>,
}

impl Lua51 {
    /// Compiles a program; the error is the compiler's text, `user_script:3: …`.
    pub fn new(script: &[u8], bytes_max: usize, kind: Kind) -> Result<Lua51, String> {
        let text = |error: Error| error.to_string();
        let lua = Lua::with_hooks_versioned(HostHooks::default(), LuaVersion::V51).map_err(text)?;
        let program = hosts::compile(&lua, script, format!("@{}", kind.chunk()).as_bytes())?;
        let prelude = lua.load(PRELUDE).set_name("=prelude").into_function().map_err(text)?;
        let hosts = hosts::table(&lua, bytes_max).map_err(text)?;
        let functions: Variadic<Function> = prelude
            .call(Variadic::from(vec![
                Value::Function(program),
                Value::Number(bytes_max as f64),
                Value::LightUserData(ASK),
                values::NULL,
                Value::Table(hosts),
                Value::Boolean(kind == Kind::Client),
                Value::Boolean(kind == Kind::Library),
            ]))
            .map_err(text)?;
        let Ok([start, again, resume, forget]) = <[Function; 4]>::try_from(functions.into_vec())
        else {
            return Err("the prelude is broken".to_owned());
        };
        Ok(Lua51 { lua, start, again, resume, forget, overflows: Cell::new(0) })
    }

    /// Begins a run in this slot, in place of any that is there.
    pub fn start(
        &self,
        slot: usize,
        keys: &[Vec<u8>],
        argv: &[Vec<u8>],
        budget: &mut Budget,
    ) -> Step {
        let run = || {
            let mut arguments = Vec::with_capacity(2 + keys.len() + argv.len());
            arguments.push(Value::Number(slot as f64));
            arguments.push(Value::Number(keys.len() as f64));
            for bytes in keys.iter().chain(argv) {
                arguments.push(Value::String(self.lua.create_string(bytes)?));
            }
            self.start.call(Variadic::from(arguments))
        };
        let instructions = budget.instructions;
        match self.turn(slot, budget, run) {
            // The garbage of others may have filled the VM. Nothing was called yet, so that the
            // run can begin once more, with all of that collected.
            Err(TripReason::Memory) => {
                budget.instructions = instructions;
                self.turn(slot, budget, run).unwrap_or_else(|why| stopped(why, budget))
            }
            turned => turned.unwrap_or_else(|why| stopped(why, budget)),
        }
    }

    /// Hands the reply to the call that the run in this slot waits for.
    pub fn resume(&self, slot: usize, reply: &Reply, budget: &mut Budget) -> Step {
        let turned = self.turn(slot, budget, || {
            let (kind, value) = values::handed_in(&self.lua, reply)?;
            self.resume.call((slot as f64, kind, value))
        });
        turned.unwrap_or_else(|why| stopped(why, budget))
    }

    /// Begins the run in this slot once more, with the replies to its first calls at hand.
    pub fn again<'a>(
        &self,
        slot: usize,
        replies: impl ExactSizeIterator<Item = &'a Reply>,
        budget: &mut Budget,
    ) -> Step {
        let turned = self.turn(slot, budget, || {
            let answers = self.lua.create_table()?;
            answers.raw_set("count", 2.0 * replies.len() as f64)?;
            for (at, reply) in (0..).zip(replies) {
                let (kind, value) = values::handed_in(&self.lua, reply)?;
                answers.raw_set(f64::from(2 * at + 1), kind.map_or(Value::Nil, Value::Number))?;
                answers.raw_set(f64::from(2 * at + 2), value)?;
            }
            self.again.call((slot as f64, answers))
        });
        turned.unwrap_or_else(|why| stopped(why, budget))
    }

    /// Lets go of what is left of the run in this slot, or of all runs.
    fn forget(&self, slot: Option<usize>) {
        // Not with what a stopped run left of its budget: this must not fail.
        let budget = Budget { instructions: u64::MAX, bytes_max: usize::MAX };
        let _: Result<(), Error> =
            self.set_budget(&budget).and_then(|_| self.forget.call(slot.map(|slot| slot as f64)));
    }

    fn collect(&self) {
        self.lua.gc_collect();
        // A coroutine that the first one found dead goes with the second.
        self.lua.gc_collect();
    }

    fn turn(
        &self,
        slot: usize,
        budget: &mut Budget,
        run: impl FnOnce() -> Result<Variadic<Value>, Error>,
    ) -> Result<Step, TripReason> {
        let sandbox = match self.set_budget(budget) {
            Ok(sandbox) => sandbox,
            Err(_) => return Ok(Step::Failed(Failure::Broken)),
        };
        // A panic inside the VM is a fault of the VM, and costs the VM rather than the process.
        let turned = catch_unwind(AssertUnwindSafe(|| run().map(|values| self.read(values))));
        let step = match turned {
            Ok(Ok(Ok(step))) => step,
            Ok(Ok(Err(error)) | Err(error)) => Step::Failed(failure(format!("ERR {error}"), None)),
            Err(_) => return Ok(Step::Failed(Failure::Broken)),
        };
        budget.instructions = sandbox.instructions_remaining().unwrap_or(0);
        match sandbox.tripped() {
            None => {
                if matches!(step, Step::Failed(Failure::StackOverflow { .. })) {
                    self.overflowed(slot);
                }
                Ok(step)
            }
            Some(why) => {
                sandbox.reset();
                self.forget(Some(slot));
                self.collect();
                Err(why)
            }
        }
    }

    /// A stack that overflowed is 16 MB large, but not part of the memory that the VM counts.
    fn overflowed(&self, slot: usize) {
        self.forget(Some(slot));
        self.overflows.set(self.overflows.get() + 1);
        if self.overflows.get().is_multiple_of(OVERFLOWS_KEPT_MAX) {
            self.collect();
        }
    }

    fn set_budget(&self, budget: &Budget) -> Result<Sandbox, Error> {
        self.lua.install_sandbox(SandboxConfig {
            instruction_limit: Some(budget.instructions),
            memory_limit_bytes: Some(budget.bytes_max),
            // At a longer interval, a text that doubles itself is gigabytes long before a check.
            check_interval: 1,
            remove_globals: Vec::new(),
        })
    }

    /// What the driver's functions give, which is what `coroutine.resume` gives.
    fn read(&self, values: Variadic<Value>) -> Result<Step, Error> {
        let mut values = values.into_vec().into_iter();
        let is_alive = matches!(values.next(), Some(Value::Boolean(true)));
        let first = values.next().unwrap_or(Value::Nil);
        match first {
            Value::LightUserData(mark) if mark == ASK => {
                let is_over = matches!(values.next(), Some(Value::Boolean(true)));
                let mut number =
                    || values.next().as_ref().and_then(values::number).unwrap_or_default();
                let (wait_ms, line) = (number(), number() as u32);
                let words = values.map(values::word).collect::<Result<_, _>>()?;
                Ok(Step::Call(Call { line, wait_ms, words, is_over }))
            }
            returned if is_alive => Ok(Step::Returned(values::returned(&returned)?)),
            error => {
                let place = values::place(values.next(), values.next())?;
                Ok(Step::Failed(failure(values::raised(&error)?, place)))
            }
        }
    }
}

impl Drop for Lua51 {
    /// A VM that is dropped with coroutines alive, or uncollected, is never freed: they hold each
    /// other.
    fn drop(&mut self) {
        let _ = catch_unwind(AssertUnwindSafe(|| {
            self.forget(None);
            self.collect();
        }));
    }
}

/// What a run may still use.
pub struct Budget {
    /// Instructions of the VM.
    pub instructions: u64,
    /// Bytes that the whole VM may hold.
    pub bytes_max: usize,
}

/// A raised error. The VM has no other sign of an overflowed stack than the words of its error.
fn failure(text: String, place: Option<String>) -> Failure {
    match text.contains("stack overflow") {
        true => Failure::StackOverflow { text, place },
        false => Failure::Raised { text, place },
    }
}

fn stopped(why: TripReason, budget: &Budget) -> Step {
    Step::Failed(Failure::Stopped(match why {
        TripReason::Instructions => Limit::Instructions,
        TripReason::Memory => Limit::Memory(budget.bytes_max >> 20),
    }))
}
