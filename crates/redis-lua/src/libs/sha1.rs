//! `redis.sha1hex`, and the name of a script.

use super::{Args, Fault, Output};
use crate::lua::Value;

/// Returns the SHA-1 of bytes, in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    sha1_smol::Sha1::from(bytes).digest().to_string()
}

/// Returns the SHA-1 of a text. What is no text counts as an empty one, as in Redis.
pub fn sha1hex(args: &Args) -> Result<Output, Fault> {
    let text = match args.get(0) {
        Some(Value::String(_) | Value::Number(_) | Value::Integer(_)) => args.text(0)?,
        _ => Vec::new(),
    };
    let mut bill = args.bill();
    // A hash is slower than a copy.
    bill.bytes(text.len())?;
    let mut output = Output::text(args.lua, hex(&text).as_bytes(), &bill)?;
    output.cost *= 4;
    Ok(output)
}
