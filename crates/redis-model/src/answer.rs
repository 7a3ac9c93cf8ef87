//! The answers that many commands share.

use super::refusal::Refusal;
use crate::{Lacking, Reply};

/// What a command answers.
pub type Answer = Result<Reply, Refusal>;

/// Returns an answer as the reply that goes out: what Redis refuses is an error reply.
pub fn replied(answer: Answer) -> Result<Reply, Lacking> {
    match answer {
        Ok(reply) => Ok(reply),
        Err(Refusal::Redis(text)) => Ok(Reply::Error(text.into_owned())),
        Err(Refusal::Lacking(lacking)) => Err(lacking),
    }
}

pub fn ok() -> Answer {
    Ok(Reply::Status("OK".to_owned()))
}

pub fn count(number: usize) -> Answer {
    Ok(Reply::Int(number as i64))
}

pub fn flag(truth: bool) -> Answer {
    Ok(Reply::Int(i64::from(truth)))
}

pub fn bulk(text: Option<&Vec<u8>>) -> Reply {
    text.map_or(Reply::Nil, |text| Reply::Bulk(text.clone()))
}
