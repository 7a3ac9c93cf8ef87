//! The tokens of JSON, as cjson reads them.

use super::Fault;
use crate::strtod::strtod;

/// What a token is.
pub enum Kind {
    /// One of `{}[]:,`.
    Mark(u8),
    Text(Vec<u8>),
    Number(f64),
    Boolean(bool),
    Null,
    End,
    /// A text that is no token, for this reason.
    Wrong(&'static str),
}

/// One token, and where it begins.
pub struct Token {
    pub kind: Kind,
    at: usize,
}

impl Token {
    /// Returns true if it is this punctuation mark.
    pub fn is(&self, mark: u8) -> bool {
        matches!(self.kind, Kind::Mark(own) if own == mark)
    }

    /// The error where something else was expected.
    pub fn instead_of(&self, expected: &str) -> Fault {
        let found = match &self.kind {
            Kind::Mark(b'{') => "T_OBJ_BEGIN",
            Kind::Mark(b'}') => "T_OBJ_END",
            Kind::Mark(b'[') => "T_ARR_BEGIN",
            Kind::Mark(b']') => "T_ARR_END",
            Kind::Mark(b':') => "T_COLON",
            Kind::Mark(_) => "T_COMMA",
            Kind::Text(_) => "T_STRING",
            Kind::Number(_) => "T_NUMBER",
            Kind::Boolean(_) => "T_BOOLEAN",
            Kind::Null => "T_NULL",
            Kind::End => "T_END",
            Kind::Wrong(what) => what,
        };
        let place = self.at + 1;
        Fault::new(format!("Expected {expected} but found {found} at character {place}"))
    }
}

/// A text that is read token by token.
pub struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl Tokens<'_> {
    pub fn new(text: &[u8]) -> Tokens<'_> {
        Tokens { text, at: 0 }
    }

    /// Returns how many bytes were read.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The byte so far ahead; 0 behind the end, which so ends a text as in C.
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn begins(&self, word: &str) -> bool {
        self.text[self.at..].starts_with(word.as_bytes())
    }

    /// Returns the token that comes next; a text that is wrong or at its end has tokens of its own.
    pub fn next(&mut self) -> Token {
        while matches!(self.peek(0), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
        let at = self.at;
        let first = self.peek(0);
        let kind = match first {
            0 => Kind::End,
            b'{' | b'}' | b'[' | b']' | b':' | b',' => {
                self.at += 1;
                Kind::Mark(first)
            }
            b'"' => return self.string(at),
            _ => self.word(),
        };
        Token { kind, at }
    }

    fn word(&mut self) -> Kind {
        let words =
            [("true", Kind::Boolean(true)), ("false", Kind::Boolean(false)), ("null", Kind::Null)];
        for (word, kind) in words {
            if self.begins(word) {
                self.at += word.len();
                return kind;
            }
        }
        let first = self.peek(0);
        let is_number = first == b'-' || first.is_ascii_digit();
        if !is_number && !self.is_odd_number() {
            return Kind::Wrong("invalid token");
        }
        match strtod(&self.text[self.at..]) {
            Some((number, length)) => {
                self.at += length;
                Kind::Number(number)
            }
            None => Kind::Wrong("invalid number"),
        }
    }

    /// Numbers that JSON does not have, but cjson takes.
    fn is_odd_number(&self) -> bool {
        let rest = &self.text[self.at..];
        rest.first() == Some(&b'+')
            || rest.get(..3).is_some_and(|word| {
                word.eq_ignore_ascii_case(b"inf") || word.eq_ignore_ascii_case(b"nan")
            })
    }

    fn string(&mut self, start: usize) -> Token {
        let mut text = Vec::new();
        self.at += 1;
        loop {
            let wrong = |what, at| Token { kind: Kind::Wrong(what), at };
            let byte = self.peek(0);
            match byte {
                b'"' => break,
                0 => return wrong("unexpected end of string", self.at),
                b'\\' => {
                    let escape = self.peek(1);
                    if escape == b'u' {
                        match self.unicode() {
                            Some((code, length)) => {
                                push_utf8(&mut text, code);
                                self.at += length;
                            }
                            None => return wrong("invalid unicode escape code", self.at),
                        }
                        continue;
                    }
                    match unescaped(escape) {
                        Some(byte) => text.push(byte),
                        None => return wrong("invalid escape code", self.at),
                    }
                    self.at += 2;
                }
                _ => {
                    text.push(byte);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        Token { kind: Kind::Text(text), at: start }
    }

    /// The code of a `\u…` here, or of two that belong together, and their length.
    fn unicode(&self) -> Option<(u32, usize)> {
        let hex = |ahead: usize| {
            let digits = self.text.get(self.at + ahead..self.at + ahead + 4)?;
            digits.iter().try_fold(0, |code, digit| {
                char::from(*digit).to_digit(16).map(|digit| code * 16 + digit)
            })
        };
        let code = hex(2)?;
        if code & 0xF800 != 0xD800 {
            return Some((code, 6));
        }
        if code & 0x400 != 0 || self.peek(6) != b'\\' || self.peek(7) != b'u' {
            return None;
        }
        let low = hex(8).filter(|low| low & 0xFC00 == 0xDC00)?;
        Some((((code & 0x3FF) << 10 | low & 0x3FF) + 0x10000, 12))
    }
}

fn unescaped(escape: u8) -> Option<u8> {
    Some(match escape {
        b'"' | b'\\' | b'/' => escape,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'f' => 12,
        b'r' => b'\r',
        _ => return None,
    })
}

/// The pairing was seen to before, so that this is always a character.
fn push_utf8(text: &mut Vec<u8>, code: u32) {
    let mut buffer = [0; 4];
    let letter = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    text.extend_from_slice(letter.encode_utf8(&mut buffer).as_bytes());
}
