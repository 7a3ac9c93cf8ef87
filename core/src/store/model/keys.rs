//! Keys, whatever they hold.

use super::Model;
use super::args::{Answer, NO_SUCH_KEY, Words, count, ok};
use super::glob;
use crate::store::Reply;

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
