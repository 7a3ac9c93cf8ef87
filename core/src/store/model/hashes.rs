//! Fields and their values.

use super::Model;
use super::args::{
    Answer, OVERFLOW, Refusal, Words, bulk, count, flag, integer, number, ok, wrong_arity,
};
use super::space::{Hash, Text};
use crate::store::Reply;

pub fn hset(model: &mut Model, words: Words) -> Answer {
    count(set_all(model, words, "hset")?)
}

pub fn hmset(model: &mut Model, words: Words) -> Answer {
    set_all(model, words, "hmset")?;
    ok()
}

/// How many fields are new.
fn set_all(model: &mut Model, words: Words, name: &str) -> Result<usize, Refusal> {
    let (pairs, []) = words[2..].as_chunks() else { return Err(wrong_arity(name)) };
    let hash: &mut Hash = model.make(&words[1])?;
    let put = |[field, value]: &[Text; 2]| hash.insert(field.clone(), value.clone()).is_none();
    let new = pairs.iter().map(put).filter(|is_new| *is_new).count();
    model.changed(&words[1]);
    Ok(new)
}

pub fn hsetnx(model: &mut Model, words: Words) -> Answer {
    let hash = model.read::<Hash>(&words[1])?;
    let is_new = !hash.is_some_and(|hash| hash.contains_key(&words[2]));
    if is_new {
        model.make::<Hash>(&words[1])?.insert(words[2].clone(), words[3].clone());
        model.changed(&words[1]);
    }
    flag(is_new)
}

pub fn hget(model: &mut Model, words: Words) -> Answer {
    let hash = model.read::<Hash>(&words[1])?;
    Ok(bulk(hash.and_then(|hash| hash.get(&words[2]))))
}

pub fn hmget(model: &mut Model, words: Words) -> Answer {
    let hash = model.read::<Hash>(&words[1])?;
    let value = |field| bulk(hash.and_then(|hash| hash.get(field)));
    Ok(Reply::Array(words[2..].iter().map(value).collect()))
}

pub fn hgetall(model: &mut Model, words: Words) -> Answer {
    tell(model, words, |field, value| vec![field, value])
}

pub fn hkeys(model: &mut Model, words: Words) -> Answer {
    tell(model, words, |field, _| vec![field])
}

pub fn hvals(model: &mut Model, words: Words) -> Answer {
    tell(model, words, |_, value| vec![value])
}

fn tell<'a>(
    model: &'a Model,
    words: Words,
    what: fn(&'a Text, &'a Text) -> Vec<&'a Text>,
) -> Answer {
    let hash = model.read::<Hash>(&words[1])?.into_iter().flatten();
    let texts = hash.flat_map(|(field, value)| what(field, value));
    Ok(Reply::Array(texts.cloned().map(Reply::Bulk).collect()))
}

pub fn hdel(model: &mut Model, words: Words) -> Answer {
    let Some(hash) = model.edit::<Hash>(&words[1])? else { return count(0) };
    let gone = words[2..].iter().filter(|field| hash.remove(*field).is_some()).count();
    if gone > 0 {
        model.changed(&words[1]);
    }
    count(gone)
}

pub fn hexists(model: &mut Model, words: Words) -> Answer {
    flag(model.read::<Hash>(&words[1])?.is_some_and(|hash| hash.contains_key(&words[2])))
}

pub fn hlen(model: &mut Model, words: Words) -> Answer {
    count(model.read::<Hash>(&words[1])?.map_or(0, Hash::len))
}

pub fn hincrby(model: &mut Model, words: Words) -> Answer {
    let by = integer(&words[3])?;
    let now = match model.read::<Hash>(&words[1])?.and_then(|hash| hash.get(&words[2])) {
        None => 0,
        Some(text) => number(text).ok_or("ERR hash value is not an integer")?,
    };
    let sum = now.checked_add(by).ok_or(OVERFLOW)?;
    let text = sum.to_string().into_bytes();
    model.make::<Hash>(&words[1])?.insert(words[2].clone(), text);
    model.changed(&words[1]);
    Ok(Reply::Int(sum))
}
