//! Fields and their values.

use super::Model;
use super::answer::{Answer, bulk, count, flag, ok};
use super::args::{Words, integer, number};
use super::refusal::{OVERFLOW, Refusal, wrong_arity};
use super::space::{Hash, Text};
use crate::Reply;

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
    texts(model, words, |field, value| vec![field, value])
}

pub fn hkeys(model: &mut Model, words: Words) -> Answer {
    texts(model, words, |field, _| vec![field])
}

pub fn hvals(model: &mut Model, words: Words) -> Answer {
    texts(model, words, |_, value| vec![value])
}

fn texts<'a>(
    model: &'a Model,
    words: Words,
    what: fn(&'a Text, &'a Text) -> Vec<&'a Text>,
) -> Answer {
    let hash = model.read::<Hash>(&words[1])?.into_iter().flatten();
    let all = hash.flat_map(|(field, value)| what(field, value));
    Ok(Reply::Array(all.cloned().map(Reply::Bulk).collect()))
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

#[cfg(test)]
mod tests {
    use crate::checks::check;

    #[test]
    fn fields_are_set_listed_and_gone_with_their_key() {
        check(&[
            ("HSET h a 1 b 2", "2"),
            ("HSET h a 3 c", "ERR wrong number of arguments for 'hset' command"),
            ("HSET h a 3 c 4", "1"),
            ("HMGET h a none c", "['3' nil '4']"),
            ("HGETALL h", "['a' '3' 'b' '2' 'c' '4']"),
            ("HSETNX h a 9", "0"),
            ("HDEL h a b x", "2"),
            ("HLEN h", "1"),
            ("HDEL h c", "1"),
            ("EXISTS h", "0"),
            ("HMSET h a 1", "OK"),
            ("GET h", "WRONGTYPE Operation against a key holding the wrong kind of value"),
            ("HGET none a", "nil"),
        ]);
    }

    #[test]
    fn a_field_counts_as_strictly_as_a_key() {
        check(&[
            ("HINCRBY h n 5", "5"),
            ("HSET h t x", "1"),
            ("HINCRBY h t 1", "ERR hash value is not an integer"),
            ("HINCRBY h n x", "ERR value is not an integer or out of range"),
            ("HSET h n 9223372036854775807", "0"),
            ("HINCRBY h n 1", "ERR increment or decrement would overflow"),
            ("HINCRBY h n -7", "9223372036854775800"),
        ]);
    }
}
