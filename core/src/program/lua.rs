//! The one file that names the Lua VM: Lua 5.1 with Redis's globals, a budget, and values in and
//! out.
//!
//! `prelude.lua` does what can be done in Lua. Here is what cannot: the budget, which a program
//! must not be able to catch, and the values, which must not outlive the VM.

use std::panic::{AssertUnwindSafe, catch_unwind};

use omnilua::{Error, Function, Lua, LuaVersion, SandboxConfig, Table, TripReason};
use omnilua::{HostHooks, Value, Variadic};

use super::convert;
use crate::store::Reply;

const PRELUDE: &str = include_str!("prelude.lua");
/// Values that a returned table may hold and how deep it may be, so that one nested into itself
/// ends where Redis's own stack would.
const RETURNED_VALUES_MAX: usize = 100_000;
const RETURNED_DEPTH_MAX: usize = 200;

/// Marks a call to the host: the only light userdata there is, so that no program has another.
const ASK: Value = Value::LightUserData(std::ptr::null_mut());

/// How a run's turn ended.
pub enum Step {
    /// It called Redis from this line (0: unknown) with these words.
    Call(u32, Vec<Word>),
    /// It returned.
    Returned(Reply),
    /// It raised an error, or was stopped.
    Raised(String),
    /// The VM itself broke, and no run of it can go on.
    Broken(String),
}

/// One word of a call, before it is a word of a command.
pub enum Word {
    /// A text or a number, as Redis writes it.
    Bytes(Vec<u8>),
    /// Anything else, which Redis refuses.
    Unusable,
}

/// One VM with one compiled program.
pub struct Lua51 {
    lua: Lua,
    start: Function,
    resume: Function,
    forget: Function,
}

impl Lua51 {
    /// Compiles a program; the error is the compiler's text, `user_script:3: …`.
    pub fn new(text: &str, bytes_max: usize) -> Result<Lua51, String> {
        let told = |error: Error| error.to_string();
        let lua = Lua::with_hooks_versioned(HostHooks::default(), LuaVersion::V51).map_err(told)?;
        let program = lua.load(text).set_name("@user_script").into_function().map_err(told)?;
        let prelude = lua.load(PRELUDE).set_name("=prelude").into_function().map_err(told)?;
        let (start, resume, forget) =
            prelude.call((program, bytes_max as f64, ASK)).map_err(told)?;
        Ok(Lua51 { lua, start, resume, forget })
    }

    /// Begins a run in this slot, in place of any that is there.
    pub fn start(
        &self,
        slot: usize,
        keys: &[Vec<u8>],
        argv: &[Vec<u8>],
        budget: &mut Budget,
    ) -> Step {
        self.turn(budget, || {
            let mut arguments = Vec::with_capacity(2 + keys.len() + argv.len());
            arguments.push(Value::Number(slot as f64));
            arguments.push(Value::Number(keys.len() as f64));
            for bytes in keys.iter().chain(argv) {
                arguments.push(Value::String(self.lua.create_string(bytes)?));
            }
            self.start.call(Variadic::from(arguments))
        })
    }

    /// Hands the reply to the call that the run in this slot waits for.
    pub fn resume(&self, slot: usize, reply: &Reply, budget: &mut Budget) -> Step {
        self.turn(budget, || {
            let (kind, value) = match reply {
                Reply::Status(text) => (Some(1.0), self.string(text.as_bytes())?),
                Reply::Error(text) => (Some(2.0), self.string(text.as_bytes())?),
                plain => (None, self.value(plain)?),
            };
            self.resume.call((slot as f64, kind, value))
        })
    }

    fn turn(
        &self,
        budget: &mut Budget,
        run: impl FnOnce() -> Result<Variadic<Value>, Error>,
    ) -> Step {
        let config = SandboxConfig {
            instruction_limit: Some(budget.instructions),
            memory_limit_bytes: Some(budget.bytes_max),
            // At a longer interval, a text that doubles itself is gigabytes long before a check.
            check_interval: 1,
            remove_globals: Vec::new(),
        };
        let sandbox = match self.lua.install_sandbox(config) {
            Ok(sandbox) => sandbox,
            Err(error) => return Step::Broken(error.to_string()),
        };
        // A panic inside the VM is a fault of the VM, and costs the VM rather than the process.
        let turned = catch_unwind(AssertUnwindSafe(|| run().map(|values| self.read(values))));
        let step = match turned {
            Ok(Ok(Ok(step))) => step,
            Ok(Ok(Err(error)) | Err(error)) => Step::Raised(self.raised(&error)),
            Err(_) => return Step::Broken("the Lua VM broke".to_owned()),
        };
        budget.instructions = sandbox.instructions_remaining().unwrap_or(0);
        match sandbox.tripped() {
            None => step,
            Some(reason) => {
                sandbox.reset();
                Step::Raised(stopped(reason, budget))
            }
        }
    }

    /// What the driver's functions give, which is what `coroutine.resume` gives.
    fn read(&self, values: Variadic<Value>) -> Result<Step, Error> {
        let mut values = values.into_vec().into_iter();
        let is_alive = matches!(values.next(), Some(Value::Boolean(true)));
        let first = values.next().unwrap_or(Value::Nil);
        match first {
            Value::LightUserData(_) => {
                let line = match values.next() {
                    Some(Value::Integer(line)) => line as u32,
                    Some(Value::Number(line)) => line as u32,
                    _ => 0,
                };
                Ok(Step::Call(line, values.map(word).collect::<Result<_, _>>()?))
            }
            returned if is_alive => {
                let mut values_left = RETURNED_VALUES_MAX;
                let reply = reply(&returned, RETURNED_DEPTH_MAX, &mut values_left)?;
                let limit = || Reply::Error("ERR reached lua stack limit".to_owned());
                Ok(Step::Returned(reply.unwrap_or_else(limit)))
            }
            error => Ok(Step::Raised(raised(&error)?)),
        }
    }

    fn raised(&self, error: &Error) -> String {
        format!("ERR {error}")
    }

    fn string(&self, bytes: &[u8]) -> Result<Value, Error> {
        self.lua.create_string(bytes).map(Value::String)
    }

    /// A reply as Redis hands it to Lua: nothing is `false`, a status and an error are tables.
    fn value(&self, reply: &Reply) -> Result<Value, Error> {
        let table = |field: &str, text: &str| {
            let table = self.lua.create_table()?;
            table.raw_set(field, text)?;
            Ok(Value::Table(table))
        };
        match reply {
            Reply::Nil => Ok(Value::Boolean(false)),
            Reply::Int(number) => Ok(Value::Number(*number as f64)),
            Reply::Bulk(bytes) => self.string(bytes),
            Reply::Status(text) => table("ok", text),
            Reply::Error(text) => table("err", text),
            Reply::Array(replies) => {
                let table = self.lua.create_table()?;
                for (index, reply) in (1..).zip(replies) {
                    table.raw_set(f64::from(index), self.value(reply)?)?;
                }
                Ok(Value::Table(table))
            }
        }
    }
}

impl Drop for Lua51 {
    /// A VM that is dropped with coroutines alive, or uncollected, is never freed: they hold each
    /// other.
    fn drop(&mut self) {
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let _: Result<(), Error> = self.forget.call(());
            self.lua.gc_collect();
            self.lua.gc_collect();
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

fn stopped(reason: TripReason, budget: &Budget) -> String {
    match reason {
        TripReason::Instructions => {
            "ERR the script did not end and was stopped: it used up its instructions".to_owned()
        }
        TripReason::Memory => format!(
            "ERR the script was stopped: it needs more than {} MiB of memory",
            budget.bytes_max >> 20
        ),
    }
}

fn word(value: Value) -> Result<Word, Error> {
    Ok(match value {
        Value::String(text) => Word::Bytes(text.as_bytes()?),
        Value::Number(number) => Word::Bytes(convert::argument(number)),
        Value::Integer(number) => Word::Bytes(number.to_string().into_bytes()),
        _ => Word::Unusable,
    })
}

/// What Redis says about a raised value: a text gets `ERR` in front, a table says it itself.
fn raised(value: &Value) -> Result<String, Error> {
    let text = match value {
        Value::Table(table) => return raised_table(table),
        Value::String(text) => String::from_utf8_lossy(&text.as_bytes()?).into_owned(),
        Value::Number(number) => number.to_string(),
        Value::Boolean(truth) => truth.to_string(),
        Value::Nil => "nil".to_owned(),
        _ => "a value that is neither text nor table was raised".to_owned(),
    };
    Ok(format!("ERR {}", convert::without_prelude(&text)))
}

fn raised_table(table: &Table) -> Result<String, Error> {
    match table.raw_get("err")? {
        Value::String(text) => Ok(convert::one_line(&text.as_bytes()?)),
        // A real redis-server 7.0.15 crashes here.
        _ => Ok("ERR a table without err was raised".to_owned()),
    }
}

/// A returned value as the reply that Redis makes of it; `None` if it is too deep or too large.
fn reply(value: &Value, depth: usize, values_left: &mut usize) -> Result<Option<Reply>, Error> {
    if *values_left == 0 {
        return Ok(None);
    }
    *values_left -= 1;
    Ok(Some(match value {
        Value::Number(number) => Reply::Int(convert::whole(*number)),
        Value::Integer(number) => Reply::Int(*number),
        Value::String(text) => Reply::Bulk(text.as_bytes()?),
        Value::Boolean(true) => Reply::Int(1),
        Value::Table(table) => return table_reply(table, depth, values_left),
        _ => Reply::Nil,
    }))
}

fn table_reply(
    table: &Table,
    depth: usize,
    values_left: &mut usize,
) -> Result<Option<Reply>, Error> {
    if depth == 0 {
        return Ok(None);
    }
    if let Value::String(text) = table.raw_get("err")? {
        return Ok(Some(Reply::Error(convert::one_line(&text.as_bytes()?))));
    }
    if let Value::String(text) = table.raw_get("ok")? {
        return Ok(Some(Reply::Status(convert::one_line(&text.as_bytes()?))));
    }
    let mut replies = Vec::new();
    loop {
        let item = table.raw_get((replies.len() + 1) as f64)?;
        if matches!(item, Value::Nil) {
            return Ok(Some(Reply::Array(replies)));
        }
        match reply(&item, depth - 1, values_left)? {
            Some(reply) => replies.push(reply),
            None => return Ok(None),
        }
    }
}
