//! `cmsgpack.unpack` and its two kin: MessagePack back into values.

use super::args::Bill;
use super::{Args, Fault, Output};
use crate::lua::{Lua, Value};

/// `pack` nests sixteen; Redis itself ends where Lua's stack does.
const DEPTH_MAX: usize = 64;

/// All values of a text.
pub fn unpack(args: &Args) -> Result<Output, Fault> {
    values(args, 0, 0)
}

/// One value from an offset; in front of it the offset of the next, or -1.
pub fn unpack_one(args: &Args) -> Result<Output, Fault> {
    values(args, 1, args.whole_or(1, 0)?)
}

/// So many values from an offset; in front of them the offset of the next, or -1.
pub fn unpack_limit(args: &Args) -> Result<Output, Fault> {
    let limit = args.number(1)? as i64;
    values(args, limit, args.whole_or(2, 0)?)
}

fn values(args: &Args, limit: i64, offset: i64) -> Result<Output, Fault> {
    let bytes = args.text(0)?;
    if offset < 0 || limit < 0 {
        return Err(Fault::new(format!(
            "Invalid request to unpack with offset of {offset} and limit of {}.",
            bytes.len()
        )));
    }
    if offset as usize > bytes.len() {
        let length = bytes.len();
        return Err(Fault::new(format!(
            "Start offset {offset} greater than input length {length}."
        )));
    }
    let takes_all = limit == 0 && offset == 0;
    let mut bill = args.bill();
    bill.bytes(bytes.len())?;
    let mut reader = Reader { lua: args.lua, rest: &bytes[offset as usize..], bill };
    let mut values = Vec::new();
    while !reader.rest.is_empty() && (takes_all || (values.len() as i64) < limit) {
        values.push(reader.value(0)?);
    }
    if !takes_all {
        let next = bytes.len() - reader.rest.len();
        let next = if reader.rest.is_empty() { -1.0 } else { next as f64 };
        values.insert(0, Value::Number(next));
    }
    Ok(Output::new(values, &reader.bill))
}

struct Reader<'a> {
    lua: &'a Lua,
    rest: &'a [u8],
    bill: Bill,
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], Fault> {
        match self.rest.split_at_checked(count) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(Fault::new("Missing bytes in input.")),
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        self.bill.value()?;
        let [mark] = self.array()?;
        let number = match mark {
            0..0x80 => f64::from(mark),
            0xe0.. => f64::from(mark as i8),
            0xcc => f64::from(u8::from_be_bytes(self.array()?)),
            0xcd => f64::from(u16::from_be_bytes(self.array()?)),
            0xce => f64::from(u32::from_be_bytes(self.array()?)),
            0xcf => u64::from_be_bytes(self.array()?) as f64,
            0xd0 => f64::from(i8::from_be_bytes(self.array()?)),
            0xd1 => f64::from(i16::from_be_bytes(self.array()?)),
            0xd2 => f64::from(i32::from_be_bytes(self.array()?)),
            0xd3 => i64::from_be_bytes(self.array()?) as f64,
            0xca => f64::from(f32::from_be_bytes(self.array()?)),
            0xcb => f64::from_be_bytes(self.array()?),
            _ => return self.other(mark, depth),
        };
        Ok(Value::Number(number))
    }

    fn other(&mut self, mark: u8, depth: usize) -> Result<Value, Fault> {
        match mark {
            0xc0 => Ok(Value::Nil),
            0xc2 => Ok(Value::Boolean(false)),
            0xc3 => Ok(Value::Boolean(true)),
            0xa0..0xc0 => self.string(usize::from(mark & 31)),
            0xd9 => {
                let length = u8::from_be_bytes(self.array()?).into();
                self.string(length)
            }
            0xda => {
                let length = u16::from_be_bytes(self.array()?).into();
                self.string(length)
            }
            0xdb => {
                let length = u32::from_be_bytes(self.array()?) as usize;
                self.string(length)
            }
            0x90..0xa0 => self.list(usize::from(mark & 15), depth + 1),
            0x80..0x90 => self.map(usize::from(mark & 15), depth + 1),
            0xdc..=0xdf => {
                let length = match mark & 1 {
                    0 => u16::from_be_bytes(self.array()?).into(),
                    _ => u32::from_be_bytes(self.array()?) as usize,
                };
                match mark < 0xde {
                    true => self.list(length, depth + 1),
                    false => self.map(length, depth + 1),
                }
            }
            _ => Err(Fault::new("Bad data format in input.")),
        }
    }

    fn string(&mut self, length: usize) -> Result<Value, Fault> {
        let lua = self.lua;
        Ok(Value::String(lua.create_string(self.take(length)?)?))
    }

    fn deeper(&self, depth: usize, what: &str) -> Result<(), Fault> {
        match depth > DEPTH_MAX {
            true => {
                Err(Fault::new(format!("stack overflow (in function mp_decode_to_lua_{what})")))
            }
            false => Ok(()),
        }
    }

    fn list(&mut self, length: usize, depth: usize) -> Result<Value, Fault> {
        self.deeper(depth, "array")?;
        let table = self.lua.create_table()?;
        for at in 1..=length {
            let value = self.value(depth)?;
            table.raw_set(at as f64, value)?;
        }
        Ok(Value::Table(table))
    }

    fn map(&mut self, length: usize, depth: usize) -> Result<Value, Fault> {
        self.deeper(depth, "hash")?;
        let table = self.lua.create_table()?;
        for _ in 0..length {
            let key = self.value(depth)?;
            let value = self.value(depth)?;
            match key {
                Value::Nil => return Err(Fault::new("table index is nil")),
                Value::Number(number) if number.is_nan() => {
                    return Err(Fault::new("table index is NaN"));
                }
                key => table.raw_set(key, value)?,
            }
        }
        Ok(Value::Table(table))
    }
}
