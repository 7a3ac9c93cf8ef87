//! The ids of a stream's entries, as Redis reads them.

use super::args::number;
use super::refusal::Refusal;

const INVALID: &str = "ERR Invalid stream ID specified as stream command argument";

/// Milliseconds, and a number within them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id {
    pub ms: u64,
    pub number: u64,
}

/// An id as an argument of XADD.
#[derive(Clone, Copy)]
pub enum NewId {
    /// `*`
    Clock,
    /// `5-*`
    Next(u64),
    Exact(Id),
}

impl Id {
    pub const MIN: Id = Id { ms: 0, number: 0 };
    pub const MAX: Id = Id { ms: u64::MAX, number: u64::MAX };

    /// An id without `-` and `+`; where it has no number of its own, this one.
    pub fn strict(text: &[u8], missing: u64) -> Result<Id, Refusal> {
        match text {
            b"-" | b"+" => Err(INVALID.into()),
            _ => Id::read(text, missing),
        }
    }

    /// Returns one end of a range, and true if it is itself outside.
    pub fn bound(text: &[u8], missing: u64) -> Result<(Id, bool), Refusal> {
        match text {
            [b'(', rest @ ..] if !rest.is_empty() => Ok((Id::strict(rest, missing)?, true)),
            b"-" => Ok((Id::MIN, false)),
            b"+" => Ok((Id::MAX, false)),
            _ => Ok((Id::read(text, missing)?, false)),
        }
    }

    fn read(text: &[u8], missing: u64) -> Result<Id, Refusal> {
        let (ms, number) = match text.iter().position(|byte| *byte == b'-') {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        let number = number.map_or(Some(missing), unsigned);
        let id = unsigned(ms).zip(number).filter(|_| text.len() <= TEXT_MAX);
        id.map(|(ms, number)| Id { ms, number }).ok_or(INVALID.into())
    }

    pub fn next(self) -> Option<Id> {
        match self.number.checked_add(1) {
            Some(number) => Some(Id { number, ..self }),
            None => Some(Id { ms: self.ms.checked_add(1)?, number: 0 }),
        }
    }

    pub fn previous(self) -> Option<Id> {
        match self.number.checked_sub(1) {
            Some(number) => Some(Id { number, ..self }),
            None => Some(Id { ms: self.ms.checked_sub(1)?, number: u64::MAX }),
        }
    }

    pub fn text(self) -> Vec<u8> {
        format!("{}-{}", self.ms, self.number).into_bytes()
    }
}

/// A longer text is no id.
const TEXT_MAX: usize = 127;

impl NewId {
    pub fn read(text: &[u8]) -> Result<NewId, Refusal> {
        match text {
            b"*" => Ok(NewId::Clock),
            [ms @ .., b'-', b'*'] if !ms.contains(&b'-') && text.len() <= TEXT_MAX => {
                unsigned(ms).map(NewId::Next).ok_or(INVALID.into())
            }
            _ => Id::strict(text, 0).map(NewId::Exact),
        }
    }
}

/// A number without sign, as leniently as C reads one where the strict reading fails: blanks and a
/// sign in front, leading zeros. A minus in front counts down from the highest.
fn unsigned(text: &[u8]) -> Option<u64> {
    if let Some(number) = number(text) {
        return u64::try_from(number).ok();
    }
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r')).count();
    let (is_negative, digits) = match &text[blanks..] {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number: u64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some(if is_negative { number.wrapping_neg() } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_leniently_as_in_redis() {
        let id = |ms, number| Some(Id { ms, number });
        let cases: [(&str, Option<Id>); 12] = [
            ("5", id(5, 7)),
            ("5-1", id(5, 1)),
            ("05-+1", id(5, 1)),
            (" 5- 1", id(5, 1)),
            ("1--01", id(1, u64::MAX)),
            ("18446744073709551615-18446744073709551615", Some(Id::MAX)),
            ("18446744073709551616", None),
            ("1--1", None),
            ("-1", None),
            ("", None),
            ("5-", None),
            ("5-*", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Id::strict(text.as_bytes(), 7).ok(), expected, "{text:?}");
        }
    }

    #[test]
    fn ids_have_neighbours_but_for_the_first_and_the_last() {
        assert_eq!(Id { ms: 1, number: u64::MAX }.next(), Some(Id { ms: 2, number: 0 }));
        assert_eq!(Id { ms: 2, number: 0 }.previous(), Some(Id { ms: 1, number: u64::MAX }));
        assert_eq!((Id::MAX.next(), Id::MIN.previous()), (None, None));
    }
}
