//! The libraries that Redis compiles in: `bit`, `cjson`, `cmsgpack`, `struct`, and `sha1hex`.
//!
//! Each is a handful of host functions. A host function never raises by itself: it returns the text
//! of its error, and the prelude raises that from the program's own line. It also returns what it
//! cost, which the prelude takes off the run's instructions, so that a loop over a large text ends
//! as soon as any other.

mod args;
mod bit;
mod cjson_decode;
mod cjson_encode;
mod cjson_token;
mod cmsgpack_pack;
mod cmsgpack_unpack;
mod sha1;
mod structs;

pub use args::Args;
use args::Bill;
pub use sha1::hex as sha1_hex;

use super::lua::{Error, Lua, Value};

/// What a host function returns.
pub struct Output {
    /// The values; most functions return one.
    pub values: Vec<Value>,
    /// Instructions that the run is charged.
    pub cost: u64,
}

/// Why a host function returns nothing.
pub enum Fault {
    /// The program's fault, as the library words it.
    Refused(String),
    /// The fault of the VM.
    Vm(Error),
}

/// A host function.
pub type Host = fn(&Args) -> Result<Output, Fault>;

/// Every host function, under the name of its library and its own.
pub const ALL: &[(&str, &str, Host)] = &[
    ("bit", "tobit", bit::tobit),
    ("bit", "tohex", bit::tohex),
    ("bit", "bnot", bit::bnot),
    ("bit", "band", bit::band),
    ("bit", "bor", bit::bor),
    ("bit", "bxor", bit::bxor),
    ("bit", "lshift", bit::lshift),
    ("bit", "rshift", bit::rshift),
    ("bit", "arshift", bit::arshift),
    ("bit", "rol", bit::rol),
    ("bit", "ror", bit::ror),
    ("bit", "bswap", bit::bswap),
    ("cjson", "encode", cjson_encode::encode),
    ("cjson", "decode", cjson_decode::decode),
    ("cmsgpack", "pack", cmsgpack_pack::pack),
    ("cmsgpack", "unpack", cmsgpack_unpack::unpack),
    ("cmsgpack", "unpack_one", cmsgpack_unpack::unpack_one),
    ("cmsgpack", "unpack_limit", cmsgpack_unpack::unpack_limit),
    ("struct", "pack", structs::pack),
    ("struct", "unpack", structs::unpack),
    ("struct", "size", structs::size),
    ("redis", "sha1hex", sha1::sha1hex),
];

impl Output {
    fn new(values: Vec<Value>, bill: &Bill) -> Output {
        Output { values, cost: bill.cost() }
    }

    /// Bytes as a text, charged by their length.
    fn text(lua: &Lua, bytes: &[u8], bill: &Bill) -> Result<Output, Fault> {
        Ok(Output::new(vec![Value::String(lua.create_string(bytes)?)], bill))
    }

    fn number(number: f64) -> Output {
        Output { values: vec![Value::Number(number)], cost: 0 }
    }
}

impl Fault {
    fn new(text: impl Into<String>) -> Fault {
        Fault::Refused(text.into())
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Vm(error)
    }
}
