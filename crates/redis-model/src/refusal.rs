//! Why a command has no result, and the refusals that many commands share.

use std::borrow::Cow;

use crate::Lacking;

pub const WRONG_TYPE: &str = "WRONGTYPE Operation against a key holding the wrong kind of value";
pub const NOT_AN_INTEGER: &str = "ERR value is not an integer or out of range";
pub const SYNTAX: &str = "ERR syntax error";
pub const NO_SUCH_KEY: &str = "ERR no such key";
pub const OVERFLOW: &str = "ERR increment or decrement would overflow";

/// Why a command has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Redis refuses it, in these words, the code first.
    #[error("{0}")]
    Redis(Cow<'static, str>),
    /// Redis would run it, and the model cannot.
    #[error(transparent)]
    Lacking(#[from] Lacking),
}

impl From<&'static str> for Refusal {
    fn from(text: &'static str) -> Refusal {
        Refusal::Redis(text.into())
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Refusal {
        Refusal::Redis(text.into())
    }
}

/// The refusal for a number of arguments that a command cannot take; its name in small letters.
pub fn wrong_arity(name: &str) -> Refusal {
    format!("ERR wrong number of arguments for '{name}' command").into()
}

/// The refusal for a time that no key can end at.
pub fn wrong_expiry(name: &str) -> Refusal {
    format!("ERR invalid expire time in '{name}' command").into()
}
