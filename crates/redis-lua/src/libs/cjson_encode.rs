//! `cjson.encode`: a value as JSON, in the very text that Redis makes of it.

use super::args::{Bill, number, type_name};
use super::{Args, Fault, Output};
use crate::convert;
use crate::lua::{Table, Value};

const DEPTH_MAX: usize = 1000;
/// An array may have holes up to this length, or up to half of its places.
const SPARSE_SAFE: usize = 10;
const SPARSE_RATIO: usize = 2;

/// JSON of one value.
pub fn encode(args: &Args) -> Result<Output, Fault> {
    let [value] = args.values else {
        return Err(args.bad(0, "expected 1 argument"));
    };
    let mut out = Out { text: Vec::new(), bill: args.bill(), open: Vec::new() };
    out.value(value)?;
    while let Some(table) = out.open.pop() {
        out.item(table)?;
    }
    Output::text(args.lua, &out.text, &out.bill)
}

struct Out {
    text: Vec<u8>,
    bill: Bill,
    /// The tables that are begun: no recursion, so that depth costs no stack.
    open: Vec<Open>,
}

enum Open {
    Array { table: Table, length: usize, done: usize },
    Object { pairs: std::vec::IntoIter<(Value, Value)>, done: usize },
}

fn cannot(value: &Value, why: &str) -> Fault {
    Fault::new(format!("Cannot serialise {}: {why}", type_name(value)))
}

impl Out {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.bill.bytes(bytes.len())?;
        self.text.extend_from_slice(bytes);
        Ok(())
    }

    fn value(&mut self, value: &Value) -> Result<(), Fault> {
        match value {
            Value::Nil => self.push(b"null"),
            // The one light userdata that programs have is cjson.null.
            Value::LightUserData(_) => self.push(b"null"),
            Value::Boolean(true) => self.push(b"true"),
            Value::Boolean(false) => self.push(b"false"),
            Value::String(text) => self.string(&text.as_bytes()?),
            Value::Table(table) => self.table(value, table),
            other => match number(other) {
                Some(n) if n.is_finite() => self.push(&convert::shown(n)),
                Some(_) => Err(cannot(other, "must not be NaN or Inf")),
                None => Err(cannot(other, "type not supported")),
            },
        }
    }

    fn string(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.push(b"\"")?;
        for &byte in bytes {
            match byte {
                b'"' => self.push(b"\\\""),
                b'\\' => self.push(b"\\\\"),
                b'/' => self.push(b"\\/"),
                8 => self.push(b"\\b"),
                b'\t' => self.push(b"\\t"),
                b'\n' => self.push(b"\\n"),
                12 => self.push(b"\\f"),
                b'\r' => self.push(b"\\r"),
                0..32 | 127 => self.push(format!("\\u{byte:04x}").as_bytes()),
                _ => self.push(&[byte]),
            }?;
        }
        self.push(b"\"")
    }

    fn table(&mut self, value: &Value, table: &Table) -> Result<(), Fault> {
        let depth = self.open.len() + 1;
        if depth > DEPTH_MAX {
            return Err(Fault::new(format!("Cannot serialise, excessive nesting ({depth})")));
        }
        let pairs = table.raw_pairs()?;
        // Each pair is looked at twice, whatever becomes of it.
        self.bill.bytes(16 * pairs.len())?;
        match array_length(&pairs) {
            Some(length) if length > SPARSE_SAFE && length > pairs.len() * SPARSE_RATIO => {
                Err(cannot(value, "excessively sparse array"))
            }
            Some(length) if length > 0 => {
                self.open.push(Open::Array { table: table.clone(), length, done: 0 });
                self.push(b"[")
            }
            _ => {
                self.open.push(Open::Object { pairs: pairs.into_iter(), done: 0 });
                self.push(b"{")
            }
        }
    }

    /// The next item of a table that is begun, or its end.
    fn item(&mut self, open: Open) -> Result<(), Fault> {
        match open {
            Open::Array { length, done, .. } if done == length => self.push(b"]"),
            Open::Array { table, length, done } => {
                self.comma(done)?;
                let value = table.raw_get((done + 1) as f64)?;
                self.open.push(Open::Array { table, length, done: done + 1 });
                self.value(&value)
            }
            Open::Object { mut pairs, done } => match pairs.next() {
                None => self.push(b"}"),
                Some((key, value)) => {
                    self.comma(done)?;
                    self.key(&key)?;
                    self.open.push(Open::Object { pairs, done: done + 1 });
                    self.value(&value)
                }
            },
        }
    }

    fn comma(&mut self, done: usize) -> Result<(), Fault> {
        self.push(if done > 0 { b"," } else { b"" })
    }

    fn key(&mut self, key: &Value) -> Result<(), Fault> {
        if let Value::String(text) = key {
            self.string(&text.as_bytes()?)?;
        } else {
            let why = "table key must be a number or string";
            // It names the key's type for the table's.
            let number = number(key).ok_or_else(|| cannot(key, why))?;
            self.push(b"\"")?;
            self.push(&convert::shown(number))?;
            self.push(b"\"")?;
        }
        self.push(b":")
    }
}

/// The largest key, if all keys are whole numbers from 1.
fn array_length(pairs: &[(Value, Value)]) -> Option<usize> {
    let mut length = 0;
    for (key, _) in pairs {
        let key = number(key).filter(|key| *key >= 1.0 && key.fract() == 0.0)?;
        length = length.max(key as usize);
    }
    Some(length)
}
