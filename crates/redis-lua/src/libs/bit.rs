//! `bit`: operations on the low 32 bits of a number, as LuaBitOp has them.

use super::{Args, Fault, Output};

/// Added to a number, it leaves the low 32 bits of the rounded number in the low bits.
const TO_BITS: f64 = 6_755_399_441_055_744.0;

fn bits(args: &Args, at: usize) -> Result<u32, Fault> {
    Ok((args.number(at)? + TO_BITS).to_bits() as u32)
}

fn signed(bits: u32) -> Result<Output, Fault> {
    Ok(Output::number(f64::from(bits as i32)))
}

fn folded(args: &Args, fold: fn(u32, u32) -> u32) -> Result<Output, Fault> {
    let mut all = bits(args, 0)?;
    for at in 1..args.values.len() {
        all = fold(all, bits(args, at)?);
    }
    signed(all)
}

fn shifted(args: &Args, shift: fn(u32, u32) -> u32) -> Result<Output, Fault> {
    signed(shift(bits(args, 0)?, bits(args, 1)? & 31))
}

/// As a signed number of 32 bits.
pub fn tobit(args: &Args) -> Result<Output, Fault> {
    signed(bits(args, 0)?)
}

/// In hexadecimal digits, eight or as many as asked for; capitals for a negative count.
pub fn tohex(args: &Args) -> Result<Output, Fault> {
    let number = bits(args, 0)?;
    let count = if args.values.len() < 2 { 8 } else { bits(args, 1)? as i32 };
    let digits = match count < 0 {
        true => format!("{number:08X}"),
        false => format!("{number:08x}"),
    };
    let shown = count.unsigned_abs().min(8) as usize;
    Output::text(args.lua, &digits.as_bytes()[8 - shown..], &args.bill())
}

pub fn bnot(args: &Args) -> Result<Output, Fault> {
    signed(!bits(args, 0)?)
}

pub fn band(args: &Args) -> Result<Output, Fault> {
    folded(args, |a, b| a & b)
}

pub fn bor(args: &Args) -> Result<Output, Fault> {
    folded(args, |a, b| a | b)
}

pub fn bxor(args: &Args) -> Result<Output, Fault> {
    folded(args, |a, b| a ^ b)
}

pub fn lshift(args: &Args) -> Result<Output, Fault> {
    shifted(args, |a, by| a << by)
}

pub fn rshift(args: &Args) -> Result<Output, Fault> {
    shifted(args, |a, by| a >> by)
}

pub fn arshift(args: &Args) -> Result<Output, Fault> {
    shifted(args, |a, by| ((a as i32) >> by) as u32)
}

pub fn rol(args: &Args) -> Result<Output, Fault> {
    shifted(args, u32::rotate_left)
}

pub fn ror(args: &Args) -> Result<Output, Fault> {
    shifted(args, u32::rotate_right)
}

pub fn bswap(args: &Args) -> Result<Output, Fault> {
    signed(bits(args, 0)?.swap_bytes())
}
