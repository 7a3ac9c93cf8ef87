//! Elements in their order.

use super::Model;
use super::answer::{Answer, bulk, count, ok};
use super::args::{Words, integer, number, span};
use super::refusal::{NO_SUCH_KEY, wrong_arity};
use super::space::{List, Text};
use crate::Reply;

#[derive(Clone, Copy)]
enum End {
    Left,
    Right,
}

pub fn lpush(model: &mut Model, words: Words) -> Answer {
    push(model, words, End::Left)
}

pub fn rpush(model: &mut Model, words: Words) -> Answer {
    push(model, words, End::Right)
}

pub fn lpushx(model: &mut Model, words: Words) -> Answer {
    push_if_there(model, words, End::Left)
}

pub fn rpushx(model: &mut Model, words: Words) -> Answer {
    push_if_there(model, words, End::Right)
}

pub fn lpop(model: &mut Model, words: Words) -> Answer {
    pop(model, words, End::Left, "lpop")
}

pub fn rpop(model: &mut Model, words: Words) -> Answer {
    pop(model, words, End::Right, "rpop")
}

fn push(model: &mut Model, words: Words, end: End) -> Answer {
    let list: &mut List = model.make(&words[1])?;
    for element in &words[2..] {
        match end {
            End::Left => list.push_front(element.clone()),
            End::Right => list.push_back(element.clone()),
        }
    }
    let length = list.len();
    model.changed(&words[1]);
    count(length)
}

fn push_if_there(model: &mut Model, words: Words, end: End) -> Answer {
    match model.read::<List>(&words[1])? {
        None => count(0),
        Some(_) => push(model, words, end),
    }
}

fn pop(model: &mut Model, words: Words, end: End, name: &str) -> Answer {
    if words.len() > 3 {
        return Err(wrong_arity(name));
    }
    let at_most = match words.get(2) {
        None => None,
        Some(text) => {
            let most = number(text).and_then(|number| u64::try_from(number).ok());
            Some(most.ok_or("ERR value is out of range, must be positive")?)
        }
    };
    let Some(list) = model.edit::<List>(&words[1])? else { return Ok(Reply::Nil) };
    let mut next = || match end {
        End::Left => list.pop_front(),
        End::Right => list.pop_back(),
    };
    let reply = match at_most {
        None => bulk(next().as_ref()),
        Some(0) => return Ok(Reply::Array(Vec::new())),
        Some(most) => Reply::Array((0..most).map_while(|_| next().map(Reply::Bulk)).collect()),
    };
    model.changed(&words[1]);
    Ok(reply)
}

pub fn llen(model: &mut Model, words: Words) -> Answer {
    count(model.read::<List>(&words[1])?.map_or(0, List::len))
}

pub fn lrange(model: &mut Model, words: Words) -> Answer {
    let (start, end) = (integer(&words[2])?, integer(&words[3])?);
    let list = model.read::<List>(&words[1])?;
    let part = list.and_then(|list| Some((list, span(start, end, list.len())?)));
    let elements = part.map_or_else(Vec::new, |(list, (start, end))| {
        list.range(start..=end).cloned().map(Reply::Bulk).collect()
    });
    Ok(Reply::Array(elements))
}

pub fn lindex(model: &mut Model, words: Words) -> Answer {
    let Some(list) = model.read::<List>(&words[1])? else { return Ok(Reply::Nil) };
    let at = place(integer(&words[2])?, list.len());
    Ok(bulk(at.and_then(|at| list.get(at))))
}

pub fn lset(model: &mut Model, words: Words) -> Answer {
    let list = model.edit::<List>(&words[1])?.ok_or(NO_SUCH_KEY)?;
    let at = place(integer(&words[2])?, list.len());
    let element = at.and_then(|at| list.get_mut(at)).ok_or("ERR index out of range")?;
    element.clone_from(&words[3]);
    model.changed(&words[1]);
    ok()
}

/// Where an element is, counted from the end if negative.
fn place(index: i64, length: usize) -> Option<usize> {
    usize::try_from(if index < 0 { index + length as i64 } else { index }).ok()
}

pub fn lrem(model: &mut Model, words: Words) -> Answer {
    let most = integer(&words[2])?;
    let Some(list) = model.edit::<List>(&words[1])? else { return count(0) };
    let mut left = if most == 0 { u64::MAX } else { most.unsigned_abs() };
    let mut stays = |element: &Text| {
        let goes = left > 0 && *element == words[3];
        left -= u64::from(goes);
        !goes
    };
    let before = list.len();
    if most < 0 {
        let mut kept: List = List::new();
        while let Some(element) = list.pop_back() {
            if stays(&element) {
                kept.push_front(element);
            }
        }
        *list = kept;
    } else {
        list.retain(stays);
    }
    let gone = before - list.len();
    if gone > 0 {
        model.changed(&words[1]);
    }
    count(gone)
}

pub fn ltrim(model: &mut Model, words: Words) -> Answer {
    let (start, end) = (integer(&words[2])?, integer(&words[3])?);
    let Some(list) = model.edit::<List>(&words[1])? else { return ok() };
    match span(start, end, list.len()) {
        None => list.clear(),
        Some((start, end)) => {
            list.truncate(end + 1);
            drop(list.drain(..start));
        }
    }
    model.changed(&words[1]);
    ok()
}

#[cfg(test)]
mod tests {
    use crate::checks::check;

    #[test]
    fn elements_come_from_either_end() {
        check(&[
            ("RPUSH l 1 2", "2"),
            ("LPUSH l 3 4", "4"),
            ("LRANGE l 0 -1", "['4' '3' '1' '2']"),
            ("LPOP l", "'4'"),
            ("RPOP l 2", "['2' '1']"),
            ("LPOP l 0", "[]"),
            ("LPOP l 9", "['3']"),
            ("EXISTS l", "0"),
            ("LPOP l", "nil"),
            ("LPOP l 2", "nil"),
            ("LPOP l -1", "ERR value is out of range, must be positive"),
            ("LPOP l x", "ERR value is out of range, must be positive"),
            ("RPOP l 1 2", "ERR wrong number of arguments for 'rpop' command"),
            ("LPUSHX l 1", "0"),
        ]);
    }

    #[test]
    fn elements_are_set_and_taken_out_by_their_place_and_worth() {
        check(&[
            ("RPUSH l a b a c a", "5"),
            ("LSET l -1 d", "OK"),
            ("LSET l 9 d", "ERR index out of range"),
            ("LSET none 0 d", "ERR no such key"),
            ("LREM l -1 a", "1"),
            ("LRANGE l 0 -1", "['a' 'b' 'c' 'd']"),
            ("LINDEX l -2", "'c'"),
            ("LINDEX l 9", "nil"),
            ("LTRIM l 1 -2", "OK"),
            ("LRANGE l 0 9", "['b' 'c']"),
            ("LREM l 0 b", "1"),
            ("LTRIM l 5 9", "OK"),
            ("TYPE l", "none"),
        ]);
    }
}
