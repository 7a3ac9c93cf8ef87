//! Entries with ids that only grow.

use std::collections::BTreeMap;

use super::Model;
use super::answer::{Answer, count};
use super::args::{Words, integer, is};
use super::refusal::{Refusal, SYNTAX, wrong_arity};
use super::space::Text;
use super::stream_args::{Added, Trim};
use super::stream_id::{Id, NewId};
use crate::Reply;

const NOT_ABOVE: &str =
    "ERR The ID specified in XADD is equal or smaller than the target stream top item";

/// A stream stays, and remembers its last id, when its entries are gone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stream {
    entries: BTreeMap<Id, Vec<Text>>,
    last: Id,
}

impl Stream {
    pub fn renamed(&self, text: &dyn Fn(&[u8]) -> Vec<u8>) -> Stream {
        let new = |words: &Vec<Text>| words.iter().map(|word| text(word)).collect();
        let entries = self.entries.iter().map(|(id, words)| (*id, new(words))).collect();
        Stream { entries, last: self.last }
    }

    /// The id of an entry that comes now, which must be above the last.
    fn id(&self, new: NewId, now_ms: u64) -> Result<Id, Refusal> {
        let id = match new {
            NewId::Clock if now_ms > self.last.ms => Some(Id { ms: now_ms, number: 0 }),
            NewId::Clock => self.last.next(),
            NewId::Next(ms) if ms == self.last.ms => {
                // Redis's own words here, though nothing is large.
                let number = self.last.number.checked_add(1);
                Some(Id { ms, number: number.ok_or("ERR Elements are too large to be stored")? })
            }
            NewId::Next(ms) => Some(Id { ms, number: 0 }),
            NewId::Exact(id) => Some(id),
        };
        id.filter(|id| *id > self.last).ok_or(NOT_ABOVE.into())
    }

    /// Takes entries out and returns how many.
    fn trim(&mut self, trim: &Trim) -> usize {
        let before = self.entries.len();
        match trim {
            Trim::MaxLen(most) => {
                while self.entries.len() as u64 > *most {
                    self.entries.pop_first();
                }
            }
            Trim::MinId(least) => self.entries = self.entries.split_off(least),
        }
        before - self.entries.len()
    }
}

pub fn xadd(model: &mut Model, words: Words) -> Answer {
    let (added, rest) = Added::read(&words[2..])?;
    if rest.is_empty() || rest.len() % 2 == 1 {
        return Err(wrong_arity("xadd"));
    }
    if matches!(added.id, NewId::Exact(Id::MIN)) {
        return Err("ERR The ID specified in XADD must be greater than 0-0".into());
    }
    let key = &words[1];
    if model.read::<Stream>(key)?.is_none() && added.only_if_there {
        return Ok(Reply::Nil);
    }
    let now_ms = model.now_ms().unsigned_abs();
    let stream: &mut Stream = model.make(key)?;
    if stream.last == Id::MAX {
        return Err(
            "ERR The stream has exhausted the last possible ID, unable to add more items".into()
        );
    }
    let id = stream.id(added.id, now_ms)?;
    stream.entries.insert(id, rest.to_vec());
    stream.last = id;
    if let Some(trim) = &added.trim {
        stream.trim(trim);
    }
    model.changed(key);
    Ok(Reply::Bulk(id.text()))
}

pub fn xlen(model: &mut Model, words: Words) -> Answer {
    count(model.read::<Stream>(&words[1])?.map_or(0, |stream| stream.entries.len()))
}

pub fn xrange(model: &mut Model, words: Words) -> Answer {
    range(model, words, &words[2], &words[3], false)
}

pub fn xrevrange(model: &mut Model, words: Words) -> Answer {
    range(model, words, &words[3], &words[2], true)
}

fn range(model: &Model, words: Words, start: &[u8], end: &[u8], is_backwards: bool) -> Answer {
    let start = match Id::bound(start, 0)? {
        (id, false) => id,
        (id, true) => id.next().ok_or("ERR invalid start ID for the interval")?,
    };
    let end = match Id::bound(end, u64::MAX)? {
        (id, false) => id,
        (id, true) => id.previous().ok_or("ERR invalid end ID for the interval")?,
    };
    let at_most = at_most(&words[4..])?;
    let Some(stream) = model.read::<Stream>(&words[1])? else {
        return Ok(Reply::Array(Vec::new()));
    };
    if at_most == Some(0) {
        return Ok(Reply::Nil);
    }
    let at_most = at_most.unwrap_or(usize::MAX);
    if start > end {
        return Ok(Reply::Array(Vec::new()));
    }
    let entries = stream.entries.range(start..=end);
    Ok(Reply::Array(match is_backwards {
        false => entries.take(at_most).map(entry).collect(),
        true => entries.rev().take(at_most).map(entry).collect(),
    }))
}

/// The number behind COUNT, the last one if it is there more than once.
fn at_most(mut words: Words) -> Result<Option<usize>, Refusal> {
    let mut most = None;
    while let [option, rest @ ..] = words {
        let [number, rest @ ..] = rest else { return Err(SYNTAX.into()) };
        if !is(option, "COUNT") {
            return Err(SYNTAX.into());
        }
        // A negative one is 0.
        most = Some(usize::try_from(integer(number)?.max(0)).unwrap_or(usize::MAX));
        words = rest;
    }
    Ok(most)
}

fn entry((id, words): (&Id, &Vec<Text>)) -> Reply {
    let words = words.iter().cloned().map(Reply::Bulk).collect();
    Reply::Array(vec![Reply::Bulk(id.text()), Reply::Array(words)])
}

pub fn xdel(model: &mut Model, words: Words) -> Answer {
    if model.read::<Stream>(&words[1])?.is_none() {
        return count(0);
    }
    let ids: Vec<Id> = words[2..].iter().map(|id| Id::strict(id, 0)).collect::<Result<_, _>>()?;
    let Some(stream) = model.edit::<Stream>(&words[1])? else { return count(0) };
    let gone = ids.iter().filter(|id| stream.entries.remove(id).is_some()).count();
    if gone > 0 {
        model.changed(&words[1]);
    }
    count(gone)
}

pub fn xtrim(model: &mut Model, words: Words) -> Answer {
    let trim = Trim::of_xtrim(&words[2..])?;
    let Some(stream) = model.edit::<Stream>(&words[1])? else { return count(0) };
    let gone = stream.trim(&trim);
    if gone > 0 {
        model.changed(&words[1]);
    }
    count(gone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;

    #[test]
    fn ids_only_grow_also_when_entries_are_gone() {
        let mut model = Model::default();
        let mut call = |words: &str| model.call(&Command::new(words.split(' '))).unwrap();
        let id = |text: &str| Reply::Bulk(text.into());
        assert_eq!(call("XADD s 5-1 a b"), id("5-1"));
        assert_eq!(call("XADD s 5-* a b"), id("5-2"));
        assert_eq!(call("XTRIM s MAXLEN 0"), Reply::Int(2));
        assert_eq!(call("XADD s 5-2 a b"), Reply::Error(NOT_ABOVE.into()));
        assert_eq!(call("TYPE s"), Reply::Status("stream".into()));
        assert_eq!(call("XADD s * a b"), id("1700000000000-0"));
        assert_eq!(call("XADD s * a b"), id("1700000000000-1"));
        call("XADD s 1700000000000-18446744073709551615 a b");
        let refusal = "ERR Elements are too large to be stored".to_owned();
        assert_eq!(call("XADD s 1700000000000-* a b"), Reply::Error(refusal));
        assert_eq!(call("XADD s * a b"), id("1700000000001-0"));
    }

    #[test]
    fn a_range_has_two_ends_and_a_direction() {
        let mut model = Model::default();
        let mut call = |words: &str| model.call(&Command::new(words.split(' '))).unwrap();
        for id in ["1-1", "1-2", "2-1"] {
            call(&format!("XADD s {id} f v"));
        }
        let cases = [
            ("XRANGE s - +", 3),
            ("XRANGE s 1 1", 2),
            ("XRANGE s (1-1 +", 2),
            ("XRANGE s 2 1", 0),
            ("XRANGE s - + COUNT 2", 2),
            ("XREVRANGE s + -", 3),
            ("XREVRANGE s (2-1 -", 2),
        ];
        for (words, expected) in cases {
            let Reply::Array(entries) = call(words) else { panic!("{words}: no array") };
            assert_eq!(entries.len(), expected, "{words}");
        }
        let (Reply::Array(there), Reply::Array(mut back)) =
            (call("XRANGE s - +"), call("XREVRANGE s + -"))
        else {
            panic!("no arrays");
        };
        back.reverse();
        assert_eq!(there, back);
        assert_eq!(call("XRANGE s - + COUNT -1"), Reply::Nil);
    }
}
