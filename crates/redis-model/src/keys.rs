//! Keys, whatever they hold.

use super::Model;
use super::answer::{Answer, count, ok};
use super::args::Words;
use super::glob;
use super::refusal::NO_SUCH_KEY;
use crate::Reply;

pub fn exists(model: &mut Model, words: Words) -> Answer {
    count(words[1..].iter().filter(|key| model.slot(key).is_some()).count())
}

pub fn del(model: &mut Model, words: Words) -> Answer {
    count(words[1..].iter().filter(|key| model.remove(key).is_some()).count())
}

pub fn kind(model: &mut Model, words: Words) -> Answer {
    let kind = model.slot(&words[1]).map_or("none", |slot| slot.value.kind());
    Ok(Reply::Status(kind.to_owned()))
}

pub fn rename(model: &mut Model, words: Words) -> Answer {
    let (old, new) = (&words[1], &words[2]);
    if model.slot(old).is_none() {
        return Err(NO_SUCH_KEY.into());
    }
    if old != new
        && let Some(slot) = model.remove(old)
    {
        model.put(new, slot.value.clone(), slot.left_ms);
    }
    ok()
}

pub fn keys(model: &mut Model, words: Words) -> Answer {
    let pattern = glob::Pattern::new(&words[1]);
    let keys = model.keys.keys().filter(|key| pattern.matches(key));
    Ok(Reply::Array(keys.map(|key| Reply::Bulk(key.to_vec())).collect()))
}

pub fn dbsize(model: &mut Model, _words: Words) -> Answer {
    count(model.keys.len())
}

#[cfg(test)]
mod tests {
    use crate::checks::check;

    #[test]
    fn keys_are_counted_moved_and_gone() {
        check(&[
            ("MSET a 1 b 2", "OK"),
            ("EXISTS a a none", "2"),
            ("PEXPIRE a 5000", "1"),
            ("RENAME a b", "OK"),
            ("GET b", "'1'"),
            ("PTTL b", "5000"),
            ("RENAME a c", "ERR no such key"),
            ("RENAME b b", "OK"),
            ("TYPE b", "string"),
            ("KEYS *", "['b']"),
            ("DBSIZE", "1"),
            ("DEL a b b", "1"),
            ("DBSIZE", "0"),
        ]);
    }
}
