//! Every command in one table: how many words it takes, where its keys are, and what it does.
//!
//! The numbers and flags are those of `COMMAND INFO` in Redis 7.0.15.

use super::Model;
use super::answer::Answer;
use super::args::Words;
use super::session::Caller;
use super::{
    expiry, functions, hashes, keys, lists, scripting, server, session, sets, streams, strings,
};

/// One row of the table of commands.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The name in small letters; a subcommand behind its command, as `script|load`.
    pub name: &'static str,
    /// The number of words that it takes, its name included; negative: at least that many.
    pub arity: i32,
    /// The places of its keys.
    pub keys: Keys,
    /// True if it may write.
    pub writes: bool,
    pub(super) run: Run,
}

/// The places of a command's keys among its words, its name being at 0. It has no keys if the first is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The place of the first key.
    pub first: usize,
    /// The place of the last key; negative: from the end, -1 being the last word.
    pub last: isize,
    /// The distance from one key to the next.
    pub step: usize,
}

/// The function that runs a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    /// One that needs the data only.
    Data(fn(&mut Model, Words) -> Answer),
    /// One that needs the connection, and is not allowed from scripts.
    Caller(fn(&mut Model, &mut Caller, Words) -> Answer),
}

const NONE: Keys = Keys { first: 0, last: 0, step: 0 };
const ONE: Keys = Keys { first: 1, last: 1, step: 1 };
const TWO: Keys = Keys { first: 1, last: 2, step: 1 };
const ALL: Keys = Keys { first: 1, last: -1, step: 1 };
const PAIRS: Keys = Keys { first: 1, last: -1, step: 2 };

/// The commands that the model has, in the order of their names.
#[rustfmt::skip]
pub const COMMANDS: &[Spec] = &[
    data("append", 3, ONE, true, strings::append),
    data("dbsize", 1, NONE, false, keys::dbsize),
    data("decr", 2, ONE, true, strings::decr),
    data("decrby", 3, ONE, true, strings::decrby),
    data("del", -2, ALL, true, keys::del),
    caller("discard", 1, NONE, false, session::discard),
    data("echo", 2, NONE, false, server::echo),
    caller("eval", -3, NONE, false, scripting::eval),
    caller("evalsha", -3, NONE, false, scripting::evalsha),
    caller("exec", 1, NONE, false, session::exec),
    data("exists", -2, ALL, false, keys::exists),
    data("expire", -3, ONE, true, expiry::expire),
    data("expireat", -3, ONE, true, expiry::expireat),
    caller("fcall", -3, NONE, false, functions::fcall),
    caller("function", -2, NONE, false, functions::load),
    caller("function|delete", 3, NONE, true, functions::delete),
    caller("function|flush", -2, NONE, true, functions::flush),
    caller("function|load", -3, NONE, true, functions::load),
    data("get", 2, ONE, false, strings::get),
    data("getdel", 2, ONE, true, strings::getdel),
    data("getex", -2, ONE, true, strings::getex),
    data("getrange", 4, ONE, false, strings::getrange),
    data("getset", 3, ONE, true, strings::getset),
    data("hdel", -3, ONE, true, hashes::hdel),
    data("hexists", 3, ONE, false, hashes::hexists),
    data("hget", 3, ONE, false, hashes::hget),
    data("hgetall", 2, ONE, false, hashes::hgetall),
    data("hincrby", 4, ONE, true, hashes::hincrby),
    data("hkeys", 2, ONE, false, hashes::hkeys),
    data("hlen", 2, ONE, false, hashes::hlen),
    data("hmget", -3, ONE, false, hashes::hmget),
    data("hmset", -4, ONE, true, hashes::hmset),
    data("hset", -4, ONE, true, hashes::hset),
    data("hsetnx", 4, ONE, true, hashes::hsetnx),
    data("hvals", 2, ONE, false, hashes::hvals),
    data("incr", 2, ONE, true, strings::incr),
    data("incrby", 3, ONE, true, strings::incrby),
    data("keys", 2, NONE, false, keys::keys),
    data("lindex", 3, ONE, false, lists::lindex),
    data("llen", 2, ONE, false, lists::llen),
    data("lpop", -2, ONE, true, lists::lpop),
    data("lpush", -3, ONE, true, lists::lpush),
    data("lpushx", -3, ONE, true, lists::lpushx),
    data("lrange", 4, ONE, false, lists::lrange),
    data("lrem", 4, ONE, true, lists::lrem),
    data("lset", 4, ONE, true, lists::lset),
    data("ltrim", 4, ONE, true, lists::ltrim),
    data("mget", -2, ALL, false, strings::mget),
    data("mset", -3, PAIRS, true, strings::mset),
    data("msetnx", -3, PAIRS, true, strings::msetnx),
    caller("multi", 1, NONE, false, session::multi),
    data("persist", 2, ONE, true, expiry::persist),
    data("pexpire", -3, ONE, true, expiry::pexpire),
    data("pexpireat", -3, ONE, true, expiry::pexpireat),
    data("ping", -1, NONE, false, server::ping),
    data("psetex", 4, ONE, true, strings::psetex),
    data("pttl", 2, ONE, false, expiry::pttl),
    data("rename", 3, TWO, true, keys::rename),
    data("rpop", -2, ONE, true, lists::rpop),
    data("rpush", -3, ONE, true, lists::rpush),
    data("rpushx", -3, ONE, true, lists::rpushx),
    data("sadd", -3, ONE, true, sets::sadd),
    data("scard", 2, ONE, false, sets::scard),
    caller("script", -2, NONE, false, scripting::exists),
    caller("script|exists", -3, NONE, false, scripting::exists),
    caller("script|flush", -2, NONE, false, scripting::flush),
    caller("script|load", 3, NONE, false, scripting::load),
    data("sdiff", -2, ALL, false, sets::sdiff),
    data("select", 2, NONE, false, server::select),
    data("set", -3, ONE, true, strings::set),
    data("setex", 4, ONE, true, strings::setex),
    data("setnx", 3, ONE, true, strings::setnx),
    data("setrange", 4, ONE, true, strings::setrange),
    data("sinter", -2, ALL, false, sets::sinter),
    data("sismember", 3, ONE, false, sets::sismember),
    data("smembers", 2, ONE, false, sets::smembers),
    data("smismember", -3, ONE, false, sets::smismember),
    data("srem", -3, ONE, true, sets::srem),
    data("strlen", 2, ONE, false, strings::strlen),
    data("sunion", -2, ALL, false, sets::sunion),
    data("time", 1, NONE, false, expiry::time),
    data("ttl", 2, ONE, false, expiry::ttl),
    data("type", 2, ONE, false, keys::kind),
    data("unlink", -2, ALL, true, keys::del),
    caller("unwatch", 1, NONE, false, session::unwatch),
    caller("watch", -2, ALL, false, session::watch),
    data("xadd", -5, ONE, true, streams::xadd),
    data("xdel", -3, ONE, true, streams::xdel),
    data("xlen", 2, ONE, false, streams::xlen),
    data("xrange", -4, ONE, false, streams::xrange),
    data("xrevrange", -4, ONE, false, streams::xrevrange),
    data("xtrim", -4, ONE, true, streams::xtrim),
];

const fn data(
    name: &'static str,
    arity: i32,
    keys: Keys,
    writes: bool,
    run: fn(&mut Model, Words) -> Answer,
) -> Spec {
    Spec { name, arity, keys, writes, run: Run::Data(run) }
}

const fn caller(
    name: &'static str,
    arity: i32,
    keys: Keys,
    writes: bool,
    run: fn(&mut Model, &mut Caller, Words) -> Answer,
) -> Spec {
    Spec { name, arity, keys, writes, run: Run::Caller(run) }
}

impl Spec {
    /// Returns true if a script may call it.
    pub fn is_allowed_from_scripts(&self) -> bool {
        matches!(self.run, Run::Data(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LACKING;

    #[test]
    fn both_tables_are_in_order_and_share_no_name() {
        assert!(COMMANDS.is_sorted_by(|a, b| a.name < b.name));
        assert!(LACKING.is_sorted_by(|a, b| a < b));
        assert!(COMMANDS.iter().all(|spec| !LACKING.contains(&spec.name)));
    }
}
