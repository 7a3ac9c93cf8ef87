//! The functions of Rust that the prelude gets: the libraries, and the compiler.
//!
//! The prelude lets nothing be collected while one runs: a collection that Rust sets off does not
//! see the stack of the coroutine that the call came from, and would free what is in use there.

use super::code::{self, Refusal};
use super::libs::{self, Args, Fault, Given, Host};
use super::lua::{Error, Function, Lua, Table, Value, Variadic};

/// Bytes of a program's text that are compiled in the time of one instruction, about.
const BYTES_PER_INSTRUCTION: usize = 4;

/// A table of libraries of host functions, each giving what it says, what it cost, its value, and
/// how many there are if the value is a table of several.
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
        let given = match host(&Args { lua, name, values: &values, bytes_max }) {
            Ok(given) => given,
            Err(fault) => {
                let told = match fault {
                    Fault::Said(text) => text,
                    Fault::Vm(error) => error.to_string(),
                };
                let told = Value::String(lua.create_string(told)?);
                return Ok(Variadic::from(vec![told, Value::Number(0.0)]));
            }
        };
        handed_over(lua, given).map(Variadic::from)
    })
}

fn handed_over(lua: &Lua, mut given: Given) -> Result<Vec<Value>, Error> {
    let cost = Value::Number(given.cost as f64);
    if given.values.len() == 1 {
        return Ok(vec![Value::Nil, cost, given.values.swap_remove(0)]);
    }
    let count = Value::Number(given.values.len() as f64);
    let all = lua.create_table()?;
    for (at, value) in (1..).zip(given.values) {
        all.raw_set(f64::from(at), value)?;
    }
    Ok(vec![Value::Nil, cost, Value::Table(all), count])
}

/// `compile(text, name)`, giving a function, or nil and what the compiler says; then the cost.
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

/// Compiles a text; the error is the compiler's, with the line in front.
pub fn compile(lua: &Lua, text: &[u8], name: &[u8]) -> Result<Function, String> {
    let told = |error: Error| error.to_string();
    if text.first() == Some(&0x1b) {
        return Err("bytecode is not part of the model".to_owned());
    }
    let plain = lua.load(text).set_name(name).into_function().map_err(told)?;
    let mut chunk = plain.dump(false).map_err(told)?;
    code::adapt(&mut chunk).map_err(|refusal| match refusal {
        Refusal::Unreadable => "the compiled program cannot be read".to_owned(),
        Refusal::Chain => "one chain of `..` is too long for the model".to_owned(),
    })?;
    lua.load(chunk).set_name(name).into_function().map_err(told)
}
