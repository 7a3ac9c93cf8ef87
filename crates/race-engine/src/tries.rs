//! What an answer says about a try: that it was refused, or that it came too late. The drivers of
//! every race count these here, from what their commands are told.

use crate::sql;
use crate::stage::{Stage, whole};
use race_core::count::Try;
use race_core::program::KeyKind;
use redis_model::{Command, Reply};

/// What the answer to this command says about a try.
pub fn of(stage: &Stage<'_>, command: &Command, reply: &Reply) -> Try {
    let word = |at: usize| command.0.get(at).map_or(&[][..], Vec::as_slice);
    let has_word = |wanted: &[u8]| command.0.iter().any(|word| word.eq_ignore_ascii_case(wanted));
    match (command.name().to_ascii_uppercase().as_str(), reply) {
        ("EXEC", Reply::Nil) | ("SETNX", Reply::Int(0)) => Try::Refused,
        ("SET", Reply::Nil) if has_word(b"NX") => Try::Refused,
        ("SQL", Reply::Nil) if sql::statement_name(command) == Some("lock_stock") => Try::Refused,
        ("EVAL" | "EVALSHA", Reply::Nil | Reply::Int(0)) => {
            let count = whole(word(2)).and_then(|count| usize::try_from(count).ok());
            let keys = command.0.iter().skip(3).take(count.unwrap_or(0));
            let names = |kind| stage.key(kind).is_some_and(|key| keys.clone().any(|k| k == key));
            let is_release = stage
                .key(KeyKind::Lock)
                .is_some_and(|lock| keys.clone().any(|key| key.starts_with(lock)));
            match reply {
                Reply::Nil if is_release => Try::Refused,
                Reply::Int(0) if names(KeyKind::Fence) => Try::StaleWrite,
                Reply::Int(0) if is_release => Try::StaleRelease,
                _ => Try::Plain,
            }
        }
        _ => Try::Plain,
    }
}
