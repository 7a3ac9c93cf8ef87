//! Members, each at most once.

use super::Model;
use super::answer::{Answer, count, flag};
use super::args::Words;
use super::refusal::Refusal;
use super::space::{Set, Text};
use crate::Reply;

pub fn sadd(model: &mut Model, words: Words) -> Answer {
    let set: &mut Set = model.make(&words[1])?;
    let new = words[2..].iter().filter(|member| set.insert((*member).clone())).count();
    if new > 0 {
        model.changed(&words[1]);
    }
    count(new)
}

pub fn srem(model: &mut Model, words: Words) -> Answer {
    let Some(set) = model.edit::<Set>(&words[1])? else { return count(0) };
    let gone = words[2..].iter().filter(|member| set.remove(*member)).count();
    if gone > 0 {
        model.changed(&words[1]);
    }
    count(gone)
}

pub fn sismember(model: &mut Model, words: Words) -> Answer {
    flag(model.read::<Set>(&words[1])?.is_some_and(|set| set.contains(&words[2])))
}

pub fn smismember(model: &mut Model, words: Words) -> Answer {
    let set = model.read::<Set>(&words[1])?;
    let holds = |member| Reply::Int(i64::from(set.is_some_and(|set| set.contains(member))));
    Ok(Reply::Array(words[2..].iter().map(holds).collect()))
}

pub fn scard(model: &mut Model, words: Words) -> Answer {
    count(model.read::<Set>(&words[1])?.map_or(0, Set::len))
}

pub fn smembers(model: &mut Model, words: Words) -> Answer {
    Ok(members(model.read::<Set>(&words[1])?.into_iter().flatten()))
}

pub fn sinter(model: &mut Model, words: Words) -> Answer {
    let sets = sets(model, words)?;
    let is_in_all =
        |member: &&Text| sets[1..].iter().all(|set| set.is_some_and(|set| set.contains(*member)));
    Ok(members(sets[0].into_iter().flatten().filter(is_in_all)))
}

pub fn sunion(model: &mut Model, words: Words) -> Answer {
    let all: std::collections::BTreeSet<_> =
        sets(model, words)?.into_iter().flatten().flatten().collect();
    Ok(members(all.into_iter()))
}

pub fn sdiff(model: &mut Model, words: Words) -> Answer {
    let sets = sets(model, words)?;
    let is_only_here =
        |member: &&Text| !sets[1..].iter().any(|set| set.is_some_and(|set| set.contains(*member)));
    Ok(members(sets[0].into_iter().flatten().filter(is_only_here)))
}

/// Every key is looked at, also where the result is known before.
fn sets<'a>(model: &'a Model, words: Words) -> Result<Vec<Option<&'a Set>>, Refusal> {
    words[1..].iter().map(|key| model.read(key)).collect()
}

fn members<'a>(members: impl Iterator<Item = &'a Text>) -> Reply {
    Reply::Array(members.cloned().map(Reply::Bulk).collect())
}

#[cfg(test)]
mod tests {
    use crate::checks::check;

    #[test]
    fn members_are_there_once_and_gone_with_their_key() {
        check(&[
            ("SADD s a b a", "2"),
            ("SADD s a", "0"),
            ("SISMEMBER s a", "1"),
            ("SMISMEMBER s a x", "[1 0]"),
            ("SREM s a x", "1"),
            ("SCARD s", "1"),
            ("SREM s b", "1"),
            ("EXISTS s", "0"),
            ("SMISMEMBER s a", "[0]"),
            ("SET t 1", "OK"),
            ("SADD t a", "WRONGTYPE Operation against a key holding the wrong kind of value"),
        ]);
    }

    #[test]
    fn sets_are_joined_and_every_key_is_looked_at() {
        check(&[
            ("SADD a 1 2 3", "3"),
            ("SADD b 2 3 4", "3"),
            ("SINTER a b", "['2' '3']"),
            ("SINTER a none", "[]"),
            ("SUNION a b none", "['1' '2' '3' '4']"),
            ("SDIFF a b", "['1']"),
            ("SET t 1", "OK"),
            ("SINTER none t", "WRONGTYPE Operation against a key holding the wrong kind of value"),
            ("SDIFF none t", "WRONGTYPE Operation against a key holding the wrong kind of value"),
        ]);
    }
}
