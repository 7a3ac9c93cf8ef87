//! `redis.sha1hex`, and the name that a script goes by.

use super::{Args, Fault, Given};
use crate::lua::Value;

/// The SHA-1 of bytes, in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    sha1_smol::Sha1::from(bytes).digest().to_string()
}

/// Takes whatever has no text as an empty one, as Redis does.
pub fn sha1hex(args: &Args) -> Result<Given, Fault> {
    let text = match args.get(0) {
        Some(Value::String(_) | Value::Number(_) | Value::Integer(_)) => args.text(0)?,
        _ => Vec::new(),
    };
    let mut bill = args.bill();
    // A hash is slower than a copy.
    bill.bytes(text.len())?;
    let mut given = Given::text(args.lua, hex(&text).as_bytes(), &bill)?;
    given.cost *= 4;
    Ok(given)
}
