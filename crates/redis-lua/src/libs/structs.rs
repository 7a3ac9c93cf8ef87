//! `struct`: values to and from the bytes of a C struct, by a format.

use super::args::{Bill, number};
use super::{Args, Fault, Output};
use crate::convert;
use crate::lua::Value;

/// The largest alignment, and the one of a bare `!`.
const ALIGN_MAX: usize = 8;
const INTEGER_BYTES_MAX: usize = 32;

/// A format as it is walked through.
struct Format<'a> {
    args: &'a Args<'a>,
    text: Vec<u8>,
    at: usize,
    align: usize,
    is_big: bool,
}

/// One item of a format: its letter, its size, and the padding in front of it.
struct Item {
    letter: u8,
    size: usize,
    padding: usize,
}

impl<'a> Format<'a> {
    fn new(args: &'a Args<'a>) -> Result<Format<'a>, Fault> {
        Ok(Format { args, text: args.text(0)?, at: 0, align: 1, is_big: false })
    }

    fn number_or(&mut self, otherwise: usize) -> Result<usize, Fault> {
        let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = std::str::from_utf8(&self.text[self.at..self.at + digits]).unwrap_or_default();
        self.at += digits;
        match text.parse::<i32>() {
            Ok(number) => Ok(number as usize),
            Err(_) if digits == 0 => Ok(otherwise),
            Err(_) => Err(Fault::new("integral size overflow")),
        }
    }

    /// The next item, `position` bytes into the struct; those that only control are done here.
    fn next(&mut self, position: usize) -> Result<Option<Item>, Fault> {
        while let Some(&letter) = self.text.get(self.at).filter(|letter| **letter != 0) {
            self.at += 1;
            let size = match letter {
                b'B' | b'b' | b'x' => 1,
                b'H' | b'h' => 2,
                b'L' | b'l' | b'T' | b'd' => 8,
                b'f' => 4,
                b's' => 0,
                b'c' => self.number_or(1)?,
                b'i' | b'I' => match self.number_or(4)? {
                    size if size > INTEGER_BYTES_MAX => {
                        return Err(Fault::new(format!(
                            "integral size {size} is larger than limit of {INTEGER_BYTES_MAX}"
                        )));
                    }
                    size => size,
                },
                _ => {
                    self.control(letter)?;
                    continue;
                }
            };
            let padding = match size == 0 || letter == b'c' {
                true => 0,
                false => {
                    let size = size.min(self.align);
                    size.wrapping_sub(position & (size - 1)) & (size - 1)
                }
            };
            return Ok(Some(Item { letter, size, padding }));
        }
        Ok(None)
    }

    fn control(&mut self, letter: u8) -> Result<(), Fault> {
        match letter {
            b' ' => {}
            b'>' => self.is_big = true,
            b'<' => self.is_big = false,
            b'!' => {
                let align = self.number_or(ALIGN_MAX)?;
                if !align.is_power_of_two() {
                    return Err(Fault::new(format!("alignment {align} is not a power of 2")));
                }
                self.align = align;
            }
            _ => {
                let letter = char::from(letter);
                return Err(self.args.bad(0, &format!("invalid format option '{letter}'")));
            }
        }
        Ok(())
    }

    fn ordered(&self, mut little_endian: Vec<u8>) -> Vec<u8> {
        if self.is_big {
            little_endian.reverse();
        }
        little_endian
    }
}

/// The values as bytes.
pub fn pack(args: &Args) -> Result<Output, Fault> {
    let mut format = Format::new(args)?;
    let mut bill = args.bill();
    let mut out = Vec::new();
    let mut at = 1;
    while let Some(item) = format.next(out.len())? {
        bill.bytes(item.padding.saturating_add(item.size))?;
        out.resize(out.len() + item.padding, 0);
        match item.letter {
            b'x' => out.push(0),
            b'c' | b's' => packed_text(args, at, &item, &mut out, &mut bill)?,
            letter => {
                // A mark that it keeps behind the arguments shows here.
                let missing = || args.bad(at, "number expected, got nil");
                args.get(at).ok_or_else(missing)?;
                let number = args.number(at)?;
                let bytes = match letter {
                    b'f' => (number as f32).to_le_bytes().to_vec(),
                    b'd' => number.to_le_bytes().to_vec(),
                    _ => integer_bytes(number, item.size),
                };
                out.extend(format.ordered(bytes));
            }
        }
        at += usize::from(item.letter != b'x');
    }
    Output::text(args.lua, &out, &bill)
}

fn packed_text(
    args: &Args,
    at: usize,
    item: &Item,
    out: &mut Vec<u8>,
    bill: &mut Bill,
) -> Result<(), Fault> {
    let text = args.text(at)?;
    let size = if item.size == 0 { text.len() } else { item.size };
    if text.len() < size {
        // It counts on before it complains.
        return Err(args.bad(at + 1, "string too short"));
    }
    bill.bytes(size)?;
    out.extend_from_slice(&text[..size]);
    if item.letter == b's' {
        out.push(0);
    }
    Ok(())
}

fn integer_bytes(number: f64, size: usize) -> Vec<u8> {
    let bits = if number < 0.0 { convert::whole(number) as u64 } else { unsigned(number) };
    let mut bytes = bits.to_le_bytes().to_vec();
    bytes.resize(size, 0);
    bytes
}

/// A number that is not negative as the processor converts it to 64 bits without sign.
fn unsigned(number: f64) -> u64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    match number < LIMIT {
        true => convert::whole(number) as u64,
        false => (convert::whole(number - LIMIT) as u64) ^ (1 << 63),
    }
}

/// The values of bytes, and the place behind them.
pub fn unpack(args: &Args) -> Result<Output, Fault> {
    let mut format = Format::new(args)?;
    let data = args.text(1)?;
    let start = args.whole_or(2, 1)?;
    if start <= 0 {
        return Err(args.bad(2, "offset must be 1 or greater"));
    }
    let mut bill = args.bill();
    bill.bytes(data.len())?;
    let too_short = || args.bad(1, "data string too short");
    let mut position = start as usize - 1;
    let mut values: Vec<Value> = Vec::new();
    while let Some(mut item) = format.next(position)? {
        bill.value()?;
        position += item.padding;
        let rest = data.get(position..).ok_or_else(too_short)?;
        let mut bytes = rest.get(..item.size).ok_or_else(too_short)?;
        match item.letter {
            b'x' => {}
            b'c' | b's' => {
                if item.letter == b's' {
                    let end = rest.iter().position(|byte| *byte == 0);
                    let end = end.ok_or_else(|| Fault::new("unfinished string in data"))?;
                    bytes = &rest[..end];
                    item.size = end + 1;
                } else if item.size == 0 {
                    let size = values.pop().as_ref().and_then(number);
                    let size =
                        size.ok_or_else(|| Fault::new("format 'c0' needs a previous size"))?;
                    item.size = unsigned(size.abs()) as usize;
                    bytes = rest.get(..item.size).ok_or_else(too_short)?;
                }
                values.push(Value::String(args.lua.create_string(bytes)?));
            }
            letter => {
                let bytes = format.ordered(bytes.to_vec());
                values.push(Value::Number(unpacked_number(letter, &bytes)));
            }
        }
        position += item.size;
    }
    values.push(Value::Number((position + 1) as f64));
    Ok(Output::new(values, &bill))
}

fn unpacked_number(letter: u8, little_endian: &[u8]) -> f64 {
    let mut bytes = [0; 8];
    let count = little_endian.len().min(8);
    bytes[..count].copy_from_slice(&little_endian[..count]);
    let bits = u64::from_le_bytes(bytes);
    match letter {
        b'f' => f64::from(f32::from_bits(bits as u32)),
        b'd' => f64::from_bits(bits),
        b'a'..=b'z' => {
            let unused = 64 - 8 * count.max(1) as u32;
            ((bits << unused) as i64 >> unused) as f64
        }
        _ => bits as f64,
    }
}

/// How many bytes a format takes.
pub fn size(args: &Args) -> Result<Output, Fault> {
    let mut format = Format::new(args)?;
    let mut position = 0usize;
    while let Some(item) = format.next(position)? {
        match (item.letter, item.size) {
            (b's', _) => return Err(args.bad(0, "option 's' has no fixed size")),
            (b'c', 0) => return Err(args.bad(0, "option 'c0' has no fixed size")),
            (_, size) => position = position.saturating_add(item.padding + size),
        }
    }
    Ok(Output::number(position as f64))
}
