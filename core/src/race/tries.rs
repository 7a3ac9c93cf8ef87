//! What an answer says about a try: that it was refused, or that it came too late. The drivers of
//! every race count these here, from what their commands are told.

use super::stage::{Stage, whole};
use crate::program::KeyKind;
use crate::store::{Command, Reply};

/// What an answer says about a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Try {
    /// Nothing.
    Plain,
    /// It was refused: the lock is taken, or a watched key has changed.
    Refused,
    /// A lock was to be released that is no longer one's own: a script about the lock said 0.
    StaleRelease,
    /// A write was refused because a newer number was drawn: a script about the fence said 0.
    StaleWrite,
}

impl Try {
    /// What the answer to this command says.
    pub fn of(stage: &Stage<'_>, command: &Command, reply: &Reply) -> Try {
        let word = |at: usize| command.0.get(at).map_or(&[][..], Vec::as_slice);
        let has_word =
            |wanted: &[u8]| command.0.iter().any(|word| word.eq_ignore_ascii_case(wanted));
        match (command.name().to_ascii_uppercase().as_str(), reply) {
            ("EXEC", Reply::Nil) | ("SETNX", Reply::Int(0)) => Try::Refused,
            ("SET", Reply::Nil) if has_word(b"NX") => Try::Refused,
            ("SQL", Reply::Nil) if command.statement() == Some("lock_stock") => Try::Refused,
            ("EVAL" | "EVALSHA", Reply::Nil | Reply::Int(0)) => {
                let count = whole(word(2)).and_then(|count| usize::try_from(count).ok());
                let keys = command.0.iter().skip(3).take(count.unwrap_or(0));
                let names =
                    |kind| stage.key(kind).is_some_and(|key| keys.clone().any(|k| k == key));
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
}
