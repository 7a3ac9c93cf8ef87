//! Texts and counters.

use super::Model;
use super::answer::{Answer, bulk, count, flag, ok};
use super::args::{Words, integer, number, span};
use super::options::{Options, Unit};
use super::refusal::{NOT_AN_INTEGER, OVERFLOW, Refusal, wrong_arity};
use super::space::{Text, Value};
use crate::{Lacking, Reply};

/// Redis holds no longer text than this.
const TEXT_MAX: i64 = 512 << 20;
/// Nor does the model than this, so that no script fills the memory of a page with one command.
const MODEL_TEXT_MAX: i64 = 1 << 20;

pub fn get(model: &mut Model, words: Words) -> Answer {
    Ok(bulk(model.read(&words[1])?))
}

pub fn set(model: &mut Model, words: Words) -> Answer {
    let options = Options::of_set(&words[3..])?;
    let until_ms = options.until_ms(model, "set")?;
    let key = &words[1];
    let old = match options.get {
        true => Some(bulk(model.read::<Text>(key)?)),
        false => None,
    };
    let is_there = model.slot(key).is_some();
    if options.nx && is_there || options.xx && !is_there {
        return Ok(old.unwrap_or(Reply::Nil));
    }
    let left_ms = if options.keep { model.left_ms(key) } else { None };
    model.put(key, Value::Text(words[2].clone()), left_ms);
    model.end_at(key, until_ms);
    old.map_or_else(ok, Ok)
}

pub fn setnx(model: &mut Model, words: Words) -> Answer {
    let is_new = model.slot(&words[1]).is_none();
    if is_new {
        model.put(&words[1], Value::Text(words[2].clone()), None);
    }
    flag(is_new)
}

pub fn setex(model: &mut Model, words: Words) -> Answer {
    set_with(model, words, Unit::Ex, "setex")
}

pub fn psetex(model: &mut Model, words: Words) -> Answer {
    set_with(model, words, Unit::Px, "psetex")
}

fn set_with(model: &mut Model, words: Words, unit: Unit, name: &str) -> Answer {
    let until_ms = unit.until_ms(&words[2], model.now_ms(), name)?;
    model.put(&words[1], Value::Text(words[3].clone()), None);
    model.end_at(&words[1], Some(until_ms));
    ok()
}

pub fn getset(model: &mut Model, words: Words) -> Answer {
    let old = bulk(model.read::<Text>(&words[1])?);
    model.put(&words[1], Value::Text(words[2].clone()), None);
    Ok(old)
}

pub fn getdel(model: &mut Model, words: Words) -> Answer {
    let old = bulk(model.read::<Text>(&words[1])?);
    model.remove(&words[1]);
    Ok(old)
}

pub fn getex(model: &mut Model, words: Words) -> Answer {
    let options = Options::of_getex(&words[2..])?;
    let key = &words[1];
    let Some(text) = model.read::<Text>(key)? else { return Ok(Reply::Nil) };
    let reply = Reply::Bulk(text.clone());
    let until_ms = options.until_ms(model, "getex")?;
    model.end_at(key, until_ms);
    if options.persist && model.left_ms(key).is_some() {
        model.set_left_ms(key, None);
    }
    Ok(reply)
}

pub fn mget(model: &mut Model, words: Words) -> Answer {
    let texts = words[1..].iter().map(|key| bulk(model.read(key).unwrap_or(None)));
    Ok(Reply::Array(texts.collect()))
}

pub fn mset(model: &mut Model, words: Words) -> Answer {
    set_all(model, pairs(words, "mset")?);
    ok()
}

pub fn msetnx(model: &mut Model, words: Words) -> Answer {
    let pairs = pairs(words, "msetnx")?;
    if pairs.iter().any(|pair| model.slot(&pair[0]).is_some()) {
        return flag(false);
    }
    set_all(model, pairs);
    flag(true)
}

fn pairs<'a>(words: Words<'a>, name: &str) -> Result<&'a [[Text; 2]], Refusal> {
    let (pairs, rest) = words[1..].as_chunks();
    if rest.is_empty() { Ok(pairs) } else { Err(wrong_arity(name)) }
}

fn set_all(model: &mut Model, pairs: &[[Text; 2]]) {
    for [key, text] in pairs {
        model.put(key, Value::Text(text.clone()), None);
    }
}

pub fn append(model: &mut Model, words: Words) -> Answer {
    let (key, more) = (&words[1], &words[2]);
    let length = model.read::<Text>(key)?.map_or(0, Vec::len);
    fits(length as i64, more.len())?;
    let text: &mut Text = model.make(key)?;
    text.extend_from_slice(more);
    let length = text.len();
    model.changed(key);
    count(length)
}

pub fn strlen(model: &mut Model, words: Words) -> Answer {
    count(model.read::<Text>(&words[1])?.map_or(0, Vec::len))
}

pub fn getrange(model: &mut Model, words: Words) -> Answer {
    let (start, end) = (integer(&words[2])?, integer(&words[3])?);
    let Some(text) = model.read::<Text>(&words[1])? else { return Ok(Reply::Bulk(Vec::new())) };
    let length = text.len() as i64;
    // Unlike a list's: an end before the beginning is the beginning.
    let from_start = |index: i64| if index < 0 { (index + length).max(0) } else { index };
    let is_backwards = start < 0 && end < 0 && start > end;
    let part = span(from_start(start), from_start(end), text.len()).filter(|_| !is_backwards);
    Ok(Reply::Bulk(part.map_or_else(Vec::new, |(start, end)| text[start..=end].to_vec())))
}

pub fn setrange(model: &mut Model, words: Words) -> Answer {
    let (key, offset, part) = (&words[1], integer(&words[2])?, &words[3]);
    if offset < 0 {
        return Err("ERR offset is out of range".into());
    }
    let length = model.read::<Text>(key)?.map_or(0, Vec::len);
    if part.is_empty() {
        return count(length);
    }
    fits(offset, part.len())?;
    let (start, end) = (offset as usize, offset as usize + part.len());
    let text: &mut Text = model.make(key)?;
    if text.len() < end {
        text.resize(end, 0);
    }
    text[start..end].copy_from_slice(part);
    let length = text.len();
    model.changed(key);
    count(length)
}

fn fits(length: i64, more: usize) -> Result<(), Refusal> {
    let length = length.saturating_add(more as i64);
    if length > TEXT_MAX {
        return Err("ERR string exceeds maximum allowed size (proto-max-bulk-len)".into());
    }
    if length > MODEL_TEXT_MAX {
        return Err(Lacking::LargeText(MODEL_TEXT_MAX).into());
    }
    Ok(())
}

pub fn incr(model: &mut Model, words: Words) -> Answer {
    add(model, &words[1], 1)
}

pub fn decr(model: &mut Model, words: Words) -> Answer {
    add(model, &words[1], -1)
}

pub fn incrby(model: &mut Model, words: Words) -> Answer {
    add(model, &words[1], integer(&words[2])?)
}

pub fn decrby(model: &mut Model, words: Words) -> Answer {
    let by = integer(&words[2])?.checked_neg().ok_or("ERR decrement would overflow")?;
    add(model, &words[1], by)
}

fn add(model: &mut Model, key: &[u8], by: i64) -> Answer {
    let now = match model.read::<Text>(key)? {
        None => 0,
        Some(text) => number(text).ok_or(NOT_AN_INTEGER)?,
    };
    let sum = now.checked_add(by).ok_or(OVERFLOW)?;
    model.put(key, Value::Text(sum.to_string().into_bytes()), model.left_ms(key));
    Ok(Reply::Int(sum))
}

#[cfg(test)]
mod tests {
    use crate::checks::check;

    #[test]
    fn set_does_what_its_options_say() {
        check(&[
            ("SET k 1 XX", "nil"),
            ("SET k 1 NX GET", "nil"),
            ("SET k 2 NX", "nil"),
            ("SET k 2 NX GET", "'1'"),
            ("SET k 3 XX GET", "'1'"),
            ("SADD s a", "1"),
            ("SET s 1 GET", "WRONGTYPE Operation against a key holding the wrong kind of value"),
            ("SET s 1", "OK"),
            ("TYPE s", "string"),
        ]);
    }

    #[test]
    fn a_counter_keeps_its_time_and_a_new_text_does_not() {
        check(&[
            ("SET k 5 PX 5000", "OK"),
            ("INCR k", "6"),
            ("APPEND k 0", "2"),
            ("SETRANGE k 0 7", "2"),
            ("PTTL k", "5000"),
            ("SET k 1 KEEPTTL", "OK"),
            ("PTTL k", "5000"),
            ("GETSET k 2", "'1'"),
            ("PTTL k", "-1"),
        ]);
    }

    #[test]
    fn counters_are_strict_and_do_not_overflow() {
        check(&[
            ("SET k 05", "OK"),
            ("INCR k", "ERR value is not an integer or out of range"),
            ("DECRBY new 3", "-3"),
            ("SET k 9223372036854775807", "OK"),
            ("INCR k", "ERR increment or decrement would overflow"),
            ("DECRBY k -9223372036854775808", "ERR decrement would overflow"),
            ("INCRBY k x", "ERR value is not an integer or out of range"),
        ]);
    }

    #[test]
    fn parts_of_a_text_are_counted_from_either_end() {
        check(&[
            ("SET k hello", "OK"),
            ("GETRANGE k 1 3", "'ell'"),
            ("GETRANGE k -3 -1", "'llo'"),
            ("GETRANGE k -1 -3", "''"),
            ("GETRANGE k 0 -9", "'h'"),
            ("GETRANGE none 0 1", "''"),
            ("SETRANGE k 7 x", "8"),
            ("GET k", "'hello\\x00\\x00x'"),
            ("SETRANGE k -1 x", "ERR offset is out of range"),
            (
                "SETRANGE k 600000000 x",
                "ERR string exceeds maximum allowed size (proto-max-bulk-len)",
            ),
            ("SETRANGE new 5 ''", "0"),
            ("EXISTS new", "0"),
        ]);
    }

    #[test]
    fn many_at_once_are_all_or_none_only_with_msetnx() {
        check(&[
            ("MSET a 1 b", "ERR wrong number of arguments for 'mset' command"),
            ("MSET a 1 b 2", "OK"),
            ("MSETNX b 3 c 3", "0"),
            ("EXISTS c", "0"),
            ("SADD s x", "1"),
            ("MGET a s none b", "['1' nil nil '2']"),
            ("GETDEL a", "'1'"),
            ("GETDEL a", "nil"),
            ("GETDEL s", "WRONGTYPE Operation against a key holding the wrong kind of value"),
        ]);
    }
}
