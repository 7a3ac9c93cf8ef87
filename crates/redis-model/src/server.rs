//! Commands about the server itself: PING, ECHO, SELECT.

use super::Model;
use super::answer::{Answer, ok};
use super::args::{Words, integer};
use super::refusal::wrong_arity;
use crate::{Lacking, Reply};

/// A Redis has this many databases unless it is configured otherwise.
const DATABASES: i64 = 16;

pub fn ping(_model: &mut Model, words: Words) -> Answer {
    match words {
        [_] => Ok(Reply::Status("PONG".to_owned())),
        [_, text] => Ok(Reply::Bulk(text.clone())),
        _ => Err(wrong_arity("ping")),
    }
}

pub fn echo(_model: &mut Model, words: Words) -> Answer {
    Ok(Reply::Bulk(words[1].clone()))
}

pub fn select(_model: &mut Model, words: Words) -> Answer {
    match integer(&words[1])? {
        0 => ok(),
        number if (0..DATABASES).contains(&number) => Err(Lacking::Database.into()),
        _ => Err("ERR DB index is out of range".into()),
    }
}

#[cfg(test)]
mod tests {
    use crate::checks::check;

    #[test]
    fn the_server_answers_for_itself() {
        check(&[
            ("PING", "PONG"),
            ("ping x", "'x'"),
            ("PING x y", "ERR wrong number of arguments for 'ping' command"),
            ("ECHO x", "'x'"),
            ("SELECT 0", "OK"),
            ("SELECT x", "ERR value is not an integer or out of range"),
            ("SELECT 16", "ERR DB index is out of range"),
            ("TIME", "['1700000000' '0']"),
        ]);
    }
}
