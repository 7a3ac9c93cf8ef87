//! The arguments of a host function, checked as C's `luaL_check…` does, and its bill.

use super::super::convert;
use super::super::lua::{Lua, Value};
pub use super::super::values::number;
use super::Fault;

/// What one more value in a table takes, about.
const VALUE_BYTES: usize = 64;
/// Bytes that are handled in the time of one instruction.
const BYTES_PER_INSTRUCTION: usize = 32;

/// The arguments of one call.
pub struct Args<'a> {
    /// The VM that values are made in.
    pub lua: &'a Lua,
    /// The function's name, for its errors.
    pub name: &'static str,
    /// The values.
    pub values: &'a [Value],
    /// Bytes that a call may make.
    pub bytes_max: usize,
}

/// What a call has made so far.
pub struct Bill {
    bytes: usize,
    bytes_max: usize,
}

impl Args<'_> {
    pub fn bill(&self) -> Bill {
        Bill { bytes: 0, bytes_max: self.bytes_max }
    }

    /// The argument at this place, counted from 0.
    pub fn get(&self, at: usize) -> Option<&Value> {
        self.values.get(at)
    }

    /// The error about an argument that is wrong.
    pub fn bad(&self, at: usize, why: &str) -> Fault {
        Fault::new(format!("bad argument #{} to '{}' ({why})", at + 1, self.name))
    }

    fn expected(&self, at: usize, expected: &str) -> Fault {
        let got = self.get(at).map_or("no value", type_name);
        self.bad(at, &format!("{expected} expected, got {got}"))
    }

    /// A number, or a text that reads as one.
    pub fn number(&self, at: usize) -> Result<f64, Fault> {
        let number = match self.get(at) {
            Some(Value::String(text)) => convert::number(&text.as_bytes()?),
            Some(value) => number(value),
            None => None,
        };
        number.ok_or_else(|| self.expected(at, "number"))
    }

    /// A whole number, cut toward zero, or this one if there is none.
    pub fn whole_or(&self, at: usize, otherwise: i64) -> Result<i64, Fault> {
        match self.get(at) {
            None | Some(Value::Nil) => Ok(otherwise),
            Some(_) => self.number(at).map(convert::whole),
        }
    }

    /// A text, or a number as its text.
    pub fn text(&self, at: usize) -> Result<Vec<u8>, Fault> {
        match self.get(at) {
            Some(Value::String(text)) => Ok(text.as_bytes()?),
            Some(Value::Number(number)) => Ok(convert::shown(*number)),
            Some(Value::Integer(number)) => Ok(number.to_string().into_bytes()),
            _ => Err(self.expected(at, "string")),
        }
    }
}

impl Bill {
    /// Puts bytes on the bill; too many end the call.
    pub fn bytes(&mut self, count: usize) -> Result<(), Fault> {
        self.bytes = self.bytes.saturating_add(count);
        match self.bytes > self.bytes_max {
            true => Err(Fault::new("string is too large for the model")),
            false => Ok(()),
        }
    }

    /// Puts a value of a table on the bill.
    pub fn value(&mut self) -> Result<(), Fault> {
        self.bytes(VALUE_BYTES)
    }

    pub fn cost(&self) -> u64 {
        (self.bytes / BYTES_PER_INSTRUCTION) as u64
    }
}

/// A value's type as Lua names it.
pub fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nil",
        Value::Boolean(_) => "boolean",
        Value::Integer(_) | Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Table(_) => "table",
        Value::Function(_) => "function",
        Value::UserData(_) | Value::LightUserData(_) => "userdata",
        Value::Thread(_) => "thread",
    }
}
