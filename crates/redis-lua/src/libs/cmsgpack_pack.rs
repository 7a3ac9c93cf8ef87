//! `cmsgpack.pack`: values as MessagePack, each in its smallest form, one behind the other.

use super::args::{Bill, number};
use super::{Args, Fault, Output};
use crate::lua::{Table, Value};

/// Tables below this depth are packed as nil.
const NESTING_MAX: usize = 16;

/// MessagePack of all arguments.
pub fn pack(args: &Args) -> Result<Output, Fault> {
    if args.values.is_empty() {
        return Err(Fault::new("bad argument #0 to 'pack' (MessagePack pack needs input.)"));
    }
    let mut out = Out { bytes: Vec::new(), bill: args.bill() };
    for value in args.values {
        out.value(value, 0)?;
    }
    Output::text(args.lua, &out.bytes, &out.bill)
}

struct Out {
    bytes: Vec<u8>,
    bill: Bill,
}

impl Out {
    fn push(&mut self, mark: u8, bytes: &[u8]) -> Result<(), Fault> {
        self.bill.bytes(1 + bytes.len())?;
        self.bytes.push(mark);
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn value(&mut self, value: &Value, depth: usize) -> Result<(), Fault> {
        match value {
            Value::Boolean(truth) => self.push(0xc2 + u8::from(*truth), &[]),
            Value::String(text) => self.string(&text.as_bytes()?),
            Value::Table(table) if depth < NESTING_MAX => self.table(table, depth + 1),
            other => match number(other) {
                Some(number) => self.number(number),
                None => self.push(0xc0, &[]),
            },
        }
    }

    fn string(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let length = bytes.len();
        match length {
            0..32 => self.push(0xa0 | length as u8, &[]),
            32..0x100 => self.push(0xd9, &[length as u8]),
            0x100..0x1_0000 => self.push(0xda, &(length as u16).to_be_bytes()),
            _ => self.push(0xdb, &(length as u32).to_be_bytes()),
        }?;
        self.bill.bytes(length)?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn number(&mut self, number: f64) -> Result<(), Fault> {
        const LIMIT: f64 = 9_223_372_036_854_775_808.0;
        if number.fract() == 0.0 && (-LIMIT..LIMIT).contains(&number) {
            return self.whole(number as i64);
        }
        if f64::from(number as f32) == number {
            return self.push(0xca, &(number as f32).to_be_bytes());
        }
        self.push(0xcb, &number.to_be_bytes())
    }

    fn whole(&mut self, number: i64) -> Result<(), Fault> {
        match number {
            0..128 => self.push(number as u8, &[]),
            128..0x100 => self.push(0xcc, &[number as u8]),
            0x100..0x1_0000 => self.push(0xcd, &(number as u16).to_be_bytes()),
            0x1_0000..0x1_0000_0000 => self.push(0xce, &(number as u32).to_be_bytes()),
            0x1_0000_0000.. => self.push(0xcf, &number.to_be_bytes()),
            -32..0 => self.push(number as i8 as u8, &[]),
            -128..-32 => self.push(0xd0, &[number as i8 as u8]),
            -0x8000..-128 => self.push(0xd1, &(number as i16).to_be_bytes()),
            -0x8000_0000..-0x8000 => self.push(0xd2, &(number as i32).to_be_bytes()),
            _ => self.push(0xd3, &number.to_be_bytes()),
        }
    }

    fn head(&mut self, length: usize, small: u8, large: u8) -> Result<(), Fault> {
        match length {
            0..16 => self.push(small | length as u8, &[]),
            16..0x1_0000 => self.push(large, &(length as u16).to_be_bytes()),
            _ => self.push(large + 1, &(length as u32).to_be_bytes()),
        }
    }

    fn table(&mut self, table: &Table, depth: usize) -> Result<(), Fault> {
        let pairs = table.raw_pairs()?;
        self.bill.bytes(16 * pairs.len())?;
        if is_array(&pairs) {
            self.head(pairs.len(), 0x90, 0xdc)?;
            for at in 1..=pairs.len() {
                self.value(&table.raw_get(at as f64)?, depth)?;
            }
            return Ok(());
        }
        self.head(pairs.len(), 0x80, 0xde)?;
        for (key, value) in &pairs {
            self.value(key, depth)?;
            self.value(value, depth)?;
        }
        Ok(())
    }
}

/// Returns true if the keys are exactly 1 to their number.
fn is_array(pairs: &[(Value, Value)]) -> bool {
    let mut keys = pairs.iter().map(|(key, _)| number(key));
    keys.all(|key| {
        key.is_some_and(|key| key.fract() == 0.0 && key >= 1.0 && key <= pairs.len() as f64)
    })
}
