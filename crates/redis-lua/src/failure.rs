//! Why a run ended without a result.

use redis_model::Reply;

/// Why a run ended without a result; as text, the error that Redis would reply, without the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The script raised an error, or did what Lua raises one for.
    #[error("{text}")]
    Raised {
        /// The error as Redis words it, its code first: `ERR user_script:1: …`.
        text: String,
        /// Where it was raised, as Redis names it: `@user_script:1`.
        place: Option<String>,
    },
    /// The script called itself too deeply.
    #[error("{text}")]
    StackOverflow {
        /// The error as Redis words it, its code first.
        text: String,
        /// Where it was raised, as Redis names it.
        place: Option<String>,
    },
    /// The run used up what it may use. Redis has no such limits: it would go on.
    #[error("{0}")]
    Stopped(Limit),
    /// A call inside a sort comparator or a gsub callback, after more replies than are kept.
    #[error(
        "ERR redis.call inside a sort comparator or a gsub callback cannot be stepped \
         after so many replies"
    )]
    TooManyReplies,
    /// The interpreter broke; the next run gets a new one.
    #[error("ERR the Lua VM broke and was exchanged")]
    Broken,
    /// The run is one of an interpreter that is gone.
    #[error("ERR this run's VM is gone")]
    Gone,
    /// The run had ended before.
    #[error("ERR this run has ended")]
    Ended,
}

/// A limit on a run that a script ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// The instructions of one run, over all its turns.
    #[error("ERR the script did not end and was stopped: it used up its instructions")]
    Instructions,
    /// The memory of the interpreter, in MiB.
    #[error("ERR the script was stopped: it needs more than {0} MiB of memory")]
    Memory(usize),
}

impl Failure {
    /// Returns the error as EVAL and FCALL reply it: the name of the script, and the place, stand
    /// behind it. The name is a script's SHA1, and a function's own.
    pub fn reply(&self, name: &str) -> Reply {
        Reply::Error(match self {
            Failure::Raised { text, place: Some(place) }
            | Failure::StackOverflow { text, place: Some(place) } => {
                format!("{text} script: {name}, on {place}.")
            }
            _ => self.to_string(),
        })
    }
}
