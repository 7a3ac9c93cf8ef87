//! Values into the VM and out of it: replies, the words of a call, what a program returned and raised.

use redis_model::Reply;

use super::convert;
use super::lua::{Error, Lua, Table, Value};

/// `cjson.null`.
pub const NULL: Value = Value::LightUserData(std::ptr::null_mut());

/// Values that a returned table may hold and how deep it may be, so that one nested into itself
/// ends where Redis's own stack would.
const RETURNED_VALUES_MAX: usize = 100_000;
const RETURNED_DEPTH_MAX: usize = 200;

/// One word of a call, before it is a word of a command.
pub enum Word {
    /// A text or a number, as Redis writes it.
    Bytes(Vec<u8>),
    /// Anything else, which Redis refuses.
    Unusable,
}

/// A word of a call.
pub fn word(value: Value) -> Result<Word, Error> {
    Ok(match value {
        Value::String(text) => Word::Bytes(text.as_bytes()?),
        Value::Number(number) => Word::Bytes(convert::argument(number)),
        Value::Integer(number) => Word::Bytes(number.to_string().into_bytes()),
        _ => Word::Unusable,
    })
}

/// Returns the error that Redis makes of a raised value: a text gets `ERR` in front, a table has its own.
pub fn raised(value: &Value) -> Result<String, Error> {
    let text = match value {
        Value::Table(table) => return raised_table(table),
        Value::String(text) => String::from_utf8_lossy(&text.as_bytes()?).into_owned(),
        Value::Number(number) => String::from_utf8_lossy(&convert::shown(*number)).into_owned(),
        Value::Boolean(truth) => truth.to_string(),
        Value::Nil => "nil".to_owned(),
        _ => "a value that is neither text nor table was raised".to_owned(),
    };
    Ok(format!("ERR {}", convert::without_prelude(&text)))
}

fn raised_table(table: &Table) -> Result<String, Error> {
    match table.raw_get("err")? {
        Value::String(text) => Ok(convert::one_line(&text.as_bytes()?)),
        Value::Number(number) => Ok(convert::one_line(&convert::shown(number))),
        // A real redis-server 7.0.15 crashes here.
        _ => Ok("ERR a table without err was raised".to_owned()),
    }
}

/// Where a run failed, as Redis names it: the chunk and the line.
pub fn place(source: Option<Value>, line: Option<Value>) -> Result<Option<String>, Error> {
    let (Some(Value::String(source)), Some(line)) = (source, line.as_ref().and_then(number)) else {
        return Ok(None);
    };
    Ok(Some(format!("{}:{line}", convert::one_line(&source.as_bytes()?))))
}

/// A number, however the VM keeps it.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Integer(number) => Some(*number as f64),
        _ => None,
    }
}

/// A returned value as the reply that Redis makes of it.
pub fn returned(value: &Value) -> Result<Reply, Error> {
    let mut values_left = RETURNED_VALUES_MAX;
    let limit = || Reply::Error("ERR reached lua stack limit".to_owned());
    Ok(reply(value, RETURNED_DEPTH_MAX, &mut values_left)?.unwrap_or_else(limit))
}

/// `None` if it is too deep or too large.
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

/// Returns a reply's kind, where the driver has to see it, and its value.
pub fn handed_in(lua: &Lua, reply: &Reply) -> Result<(Option<f64>, Value), Error> {
    let string = |text: &str| lua.create_string(text.as_bytes()).map(Value::String);
    Ok(match reply {
        Reply::Status(text) => (Some(1.0), string(text)?),
        Reply::Error(text) => (Some(2.0), string(text)?),
        plain => (None, value(lua, plain)?),
    })
}

/// A reply as Redis hands it to Lua: nothing is `false`, a status and an error are tables.
fn value(lua: &Lua, reply: &Reply) -> Result<Value, Error> {
    let table = |field: &str, text: &str| {
        let table = lua.create_table()?;
        table.raw_set(field, text)?;
        Ok(Value::Table(table))
    };
    match reply {
        Reply::Nil => Ok(Value::Boolean(false)),
        Reply::Int(number) => Ok(Value::Number(*number as f64)),
        Reply::Bulk(bytes) => lua.create_string(bytes).map(Value::String),
        Reply::Status(text) => table("ok", text),
        Reply::Error(text) => table("err", text),
        Reply::Array(replies) => {
            let table = lua.create_table()?;
            for (index, reply) in (1..).zip(replies) {
                table.raw_set(f64::from(index), value(lua, reply)?)?;
            }
            Ok(Value::Table(table))
        }
    }
}
