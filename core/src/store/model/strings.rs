//! Texts and counters.

use super::Model;
use super::args::{
    Answer, NOT_AN_INTEGER, OVERFLOW, Refusal, Words, bulk, count, flag, integer, number, ok, span,
    wrong_arity,
};
use super::options::{Options, Unit};
use super::space::{Text, Value};
use crate::store::Reply;

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
        return Err(format!("ERR the model holds no text above {MODEL_TEXT_MAX} bytes").into());
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
