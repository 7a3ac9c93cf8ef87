//! The functions in Rust that the prelude calls: the libraries, and the compiler.
//!
//! The prelude stops the collector while one of them runs: a collection that Rust sets off does not see
//! the stack of the coroutine that the call came from, and would free what is in use there.

use super::code::{self, Refusal};
use super::libs::{self, Args, Fault, Host, Output};
use super::lua::{Error, Function, Lua, Table, Value, Variadic};

/// Bytes of a program's text that are compiled in the time of one instruction, about.
const BYTES_PER_INSTRUCTION: usize = 4;

/// Returns a table of libraries of host functions. Each function returns the text of its error or nil,
/// what it cost, its value, and how many values there are if that is a table of several.
pub fn table(lua: &Lua, bytes_max: usize) -> Result<Table, Error> {
    let hosts = lua.create_table()?;
    for (library, name, host) in libs::ALL {
        let own = match hosts.raw_get(*library)? {
            Value::Table(own) => own,
            _ => {
                let own = lua.create_table()?;
                hosts.raw_set(*library, own.clone())?;
                own
            }
        };
        own.raw_set(*name, function(lua, name, *host, bytes_max)?)?;
    }
    hosts.raw_set("compile", compiler(lua)?)?;
    Ok(hosts)
}

fn function(
    lua: &Lua,
    name: &'static str,
    host: Host,
    bytes_max: usize,
) -> Result<Function, Error> {
    lua.create_function(move |lua, values: Variadic<Value>| {
        let values = values.into_vec();
        let output = match host(&Args { lua, name, values: &values, bytes_max }) {
            Ok(output) => output,
            Err(fault) => {
                let text = match fault {
                    Fault::Refused(text) => text,
                    Fault::Vm(error) => error.to_string(),
                };
                let text = Value::String(lua.create_string(text)?);
                return Ok(Variadic::from(vec![text, Value::Number(0.0)]));
            }
        };
        returned(lua, output).map(Variadic::from)
    })
}

/// The values that a host function returns to the prelude.
fn returned(lua: &Lua, mut output: Output) -> Result<Vec<Value>, Error> {
    let cost = Value::Number(output.cost as f64);
    if output.values.len() == 1 {
        return Ok(vec![Value::Nil, cost, output.values.swap_remove(0)]);
    }
    let count = Value::Number(output.values.len() as f64);
    let all = lua.create_table()?;
    for (at, value) in (1..).zip(output.values) {
        all.raw_set(f64::from(at), value)?;
    }
    Ok(vec![Value::Nil, cost, Value::Table(all), count])
}

/// Returns `compile(text, name)`, which returns a function or nil, the compiler's error, and the cost.
fn compiler(lua: &Lua) -> Result<Function, Error> {
    lua.create_function(|lua, (text, name): (Value, Value)| {
        let bytes = |value| match value {
            Value::String(text) => text.as_bytes(),
            _ => Ok(Vec::new()),
        };
        let (text, name) = (bytes(text)?, bytes(name)?);
        let cost = Value::Number((text.len() / BYTES_PER_INSTRUCTION) as f64);
        Ok(Variadic::from(match compile(lua, &text, &name) {
            Ok(function) => vec![Value::Function(function), Value::Nil, cost],
            Err(why) => vec![Value::Nil, Value::String(lua.create_string(why)?), cost],
        }))
    })
}

/// Compiles a text.
///
/// # Errors
/// Where it is no Lua, in the compiler's words, with the line in front.
pub fn compile(lua: &Lua, text: &[u8], name: &[u8]) -> Result<Function, String> {
    let reason = |error: Error| error.to_string();
    if text.first() == Some(&0x1b) {
        return Err("bytecode is not part of the model".to_owned());
    }
    let plain = lua.load(text).set_name(name).into_function().map_err(reason)?;
    let mut chunk = plain.dump(false).map_err(reason)?;
    code::adapt(&mut chunk).map_err(|refusal| match refusal {
        Refusal::Unreadable => "the compiled program cannot be read".to_owned(),
        Refusal::Chain => "one chain of `..` is too long for the model".to_owned(),
    })?;
    lua.load(chunk).set_name(name).into_function().map_err(reason)
}
