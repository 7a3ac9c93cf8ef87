//! The options of SET and GETEX, and the instants that they name.

use super::Model;
use super::args::{Words, integer, is};
use super::refusal::{Refusal, SYNTAX, wrong_expiry};

/// The unit of a time: for how long or until when, in s or in ms.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Ex,
    Px,
    ExAt,
    PxAt,
}

/// The arguments of SET and GETEX besides key and value.
#[derive(Default)]
pub struct Options<'a> {
    pub nx: bool,
    pub xx: bool,
    pub get: bool,
    pub keep: bool,
    pub persist: bool,
    expiry: Option<(Unit, &'a [u8])>,
}

impl Unit {
    /// Returns the unit of this name, in any case.
    fn of(word: &[u8]) -> Option<Unit> {
        let names =
            [("EX", Unit::Ex), ("PX", Unit::Px), ("EXAT", Unit::ExAt), ("PXAT", Unit::PxAt)];
        names.into_iter().find(|(name, _)| is(word, name)).map(|(_, unit)| unit)
    }

    /// Returns the instant that a text names, in ms since 1970; `name` is the command's, for the refusal.
    pub fn until_ms(self, text: &[u8], now_ms: i64, name: &str) -> Result<i64, Refusal> {
        let number = integer(text)?;
        let in_ms = match self {
            Unit::Ex | Unit::ExAt => number.checked_mul(1_000),
            Unit::Px | Unit::PxAt => Some(number),
        };
        let until = match self {
            Unit::Ex | Unit::Px => in_ms.and_then(|ms| ms.checked_add(now_ms)),
            Unit::ExAt | Unit::PxAt => in_ms,
        };
        until.filter(|_| number > 0).ok_or_else(|| wrong_expiry(name))
    }
}

impl Options<'_> {
    pub fn of_set(words: Words) -> Result<Options, Refusal> {
        Options::read(words, true)
    }

    pub fn of_getex(words: Words) -> Result<Options, Refusal> {
        Options::read(words, false)
    }

    fn read(words: Words, is_set: bool) -> Result<Options, Refusal> {
        let mut options = Options::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let unit = Unit::of(word).filter(|unit| options.allows(*unit));
            if let Some(unit) = unit
                && let Some(text) = words.next()
            {
                options.expiry = Some((unit, text));
            } else if is_set && is(word, "NX") && !options.xx {
                options.nx = true;
            } else if is_set && is(word, "XX") && !options.nx {
                options.xx = true;
            } else if is_set && is(word, "GET") {
                options.get = true;
            } else if is_set && is(word, "KEEPTTL") && options.expiry.is_none() {
                options.keep = true;
            } else if !is_set && is(word, "PERSIST") && options.expiry.is_none() {
                options.persist = true;
            } else {
                return Err(SYNTAX.into());
            }
        }
        Ok(options)
    }

    /// The same unit may stand there again, and the last one counts; two units may not.
    fn allows(&self, unit: Unit) -> bool {
        !self.keep && !self.persist && self.expiry.is_none_or(|(first, _)| first == unit)
    }

    /// Returns the instant at which the key is to end, if there is one.
    pub fn until_ms(&self, model: &Model, name: &str) -> Result<Option<i64>, Refusal> {
        self.expiry.map(|(unit, text)| unit.until_ms(text, model.now_ms(), name)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use crate::checks::check;

    #[test]
    fn options_that_exclude_each_other_are_a_syntax_error() {
        check(&[
            ("SET k 1 NX XX", "ERR syntax error"),
            ("SET k 1 EX 5 PX 5", "ERR syntax error"),
            ("SET k 1 EX 5 KEEPTTL", "ERR syntax error"),
            ("SET k 1 KEEPTTL EX 5", "ERR syntax error"),
            ("SET k 1 PERSIST", "ERR syntax error"),
            ("SET k 1 EX", "ERR syntax error"),
            ("SET k 1 MAYBE", "ERR syntax error"),
            ("SET k 1 EX 7 EX 5", "OK"),
            ("TTL k", "5"),
            ("GETEX k NX", "ERR syntax error"),
            ("GETEX k EX 5 PERSIST", "ERR syntax error"),
            ("GETEX k PERSIST", "'1'"),
            ("TTL k", "-1"),
        ]);
    }

    #[test]
    fn a_time_that_no_key_can_end_at_is_refused_and_one_of_the_past_is_over() {
        check(&[
            ("SET k 1 EX 0", "ERR invalid expire time in 'set' command"),
            ("SET k 1 PX x", "ERR value is not an integer or out of range"),
            ("SETEX k -1 1", "ERR invalid expire time in 'setex' command"),
            ("PSETEX k 9223372036854775807 1", "ERR invalid expire time in 'psetex' command"),
            ("SET k 1 EX 9223372036854775", "ERR invalid expire time in 'set' command"),
            ("EXISTS k", "0"),
            ("SET k 1 EXAT 1", "OK"),
            ("EXISTS k", "0"),
            ("SET k 1", "OK"),
            ("GETEX k EXAT 1", "'1'"),
            ("EXISTS k", "0"),
        ]);
    }
}
