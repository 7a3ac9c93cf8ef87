//! Attempts of a grab, recognised in the answers to its commands: one was refused, or came too late.
//! Every driver counts them in the same way.

use crate::keyspace::Keyspace;
use crate::parse::integer;
use crate::sql;
use race_core::count::Try;
use race_core::program::KeyKind;
use redis_model::{Command, Reply};

/// Returns what the answer to this command says about an attempt.
pub fn of(keyspace: &Keyspace<'_>, command: &Command, reply: &Reply) -> Try {
    let has_word = |wanted: &[u8]| command.0.iter().any(|word| word.eq_ignore_ascii_case(wanted));
    match (command.name().to_ascii_uppercase().as_str(), reply) {
        ("EXEC", Reply::Nil) | ("SETNX", Reply::Int(0)) => Try::Refused,
        ("SET", Reply::Nil) if has_word(b"NX") => Try::Refused,
        ("SQL", Reply::Nil) if sql::statement_name(command) == Some("lock_stock") => Try::Refused,
        ("EVAL" | "EVALSHA", Reply::Nil | Reply::Int(0)) => of_script(keyspace, command, reply),
        _ => Try::Plain,
    }
}

/// Returns what a script says with nil or 0, which depends on the keys that it was called with.
fn of_script(keyspace: &Keyspace<'_>, command: &Command, reply: &Reply) -> Try {
    let count = command.0.get(2).and_then(|word| usize::try_from(integer(word)?).ok());
    let keys = || command.0.iter().skip(3).take(count.unwrap_or(0));
    let has_fence = keyspace.key(KeyKind::Fence).is_some_and(|key| keys().any(|each| each == key));
    // A lock may be one of many, which all begin with its key.
    let is_release =
        keyspace.key(KeyKind::Lock).is_some_and(|lock| keys().any(|each| each.starts_with(lock)));
    match reply {
        Reply::Nil if is_release => Try::Refused,
        Reply::Int(0) if has_fence => Try::StaleWrite,
        Reply::Int(0) if is_release => Try::StaleRelease,
        _ => Try::Plain,
    }
}
