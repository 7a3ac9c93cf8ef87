//! `cjson.decode`: JSON as a value, with the very words that Redis has for JSON that is none.

use super::args::Bill;
use super::strtod::strtod;
use super::{Args, Fault, Given};
use crate::program::lua::{Lua, Value};

const DEPTH_MAX: usize = 1000;

/// The value of one JSON text.
pub fn decode(args: &Args) -> Result<Given, Fault> {
    if args.values.len() != 1 {
        return Err(args.bad(0, "expected 1 argument"));
    }
    let text = args.text(0)?;
    if text.len() >= 2 && text[..2].contains(&0) {
        return Err(Fault::said("JSON parser does not support UTF-16 or UTF-32"));
    }
    let mut bill = args.bill();
    bill.bytes(text.len())?;
    let mut parser = Parser { lua: args.lua, text: &text, at: 0, bill };
    let token = parser.next()?;
    let value = parser.value(token, 0)?;
    let end = parser.next()?;
    if !matches!(end.kind, Kind::End) {
        return Err(end.instead_of("the end"));
    }
    Ok(Given::new(vec![value], &parser.bill))
}

struct Parser<'a> {
    lua: &'a Lua,
    text: &'a [u8],
    at: usize,
    bill: Bill,
}

enum Kind {
    Mark(u8),
    Text(Vec<u8>),
    Number(f64),
    Boolean(bool),
    Null,
    End,
    Wrong(&'static str),
}

struct Token {
    kind: Kind,
    at: usize,
}

impl Token {
    fn is(&self, mark: u8) -> bool {
        matches!(self.kind, Kind::Mark(own) if own == mark)
    }

    fn instead_of(&self, expected: &str) -> Fault {
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
        Fault::said(format!("Expected {expected} but found {found} at character {place}"))
    }
}

impl Parser<'_> {
    /// The byte so far ahead; 0 behind the end, which so ends a text as in C.
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn begins(&self, word: &str) -> bool {
        self.text[self.at..].starts_with(word.as_bytes())
    }

    fn next(&mut self) -> Result<Token, Fault> {
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
        Ok(Token { kind, at })
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

    fn string(&mut self, start: usize) -> Result<Token, Fault> {
        let mut text = Vec::new();
        self.at += 1;
        loop {
            let wrong = |what, at| Ok(Token { kind: Kind::Wrong(what), at });
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
        Ok(Token { kind: Kind::Text(text), at: start })
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

    fn value(&mut self, token: Token, depth: usize) -> Result<Value, Fault> {
        self.bill.value()?;
        match token.kind {
            Kind::Text(text) => Ok(Value::String(self.lua.create_string(&text)?)),
            Kind::Number(number) => Ok(Value::Number(number)),
            Kind::Boolean(truth) => Ok(Value::Boolean(truth)),
            Kind::Null => Ok(Value::LightUserData(std::ptr::null_mut())),
            Kind::Mark(b'{') => self.object(self.deeper(depth)?),
            Kind::Mark(b'[') => self.array(self.deeper(depth)?),
            _ => Err(token.instead_of("value")),
        }
    }

    fn deeper(&self, depth: usize) -> Result<usize, Fault> {
        match depth + 1 {
            deep if deep > DEPTH_MAX => {
                let at = self.at;
                Err(Fault::said(format!(
                    "Found too many nested data structures ({deep}) at character {at}"
                )))
            }
            deep => Ok(deep),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, Fault> {
        let table = self.lua.create_table()?;
        let mut token = self.next()?;
        if token.is(b'}') {
            return Ok(Value::Table(table));
        }
        loop {
            let Kind::Text(key) = &token.kind else {
                return Err(token.instead_of("object key string"));
            };
            let key = self.lua.create_string(key)?;
            let colon = self.next()?;
            if !colon.is(b':') {
                return Err(colon.instead_of("colon"));
            }
            let first = self.next()?;
            let value = self.value(first, depth)?;
            table.raw_set(key, value)?;
            let comma = self.next()?;
            if comma.is(b'}') {
                return Ok(Value::Table(table));
            }
            if !comma.is(b',') {
                return Err(comma.instead_of("comma or object end"));
            }
            token = self.next()?;
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, Fault> {
        let table = self.lua.create_table()?;
        let mut token = self.next()?;
        if token.is(b']') {
            return Ok(Value::Table(table));
        }
        for at in 1.. {
            let value = self.value(token, depth)?;
            table.raw_set(f64::from(at), value)?;
            let comma = self.next()?;
            if comma.is(b']') {
                break;
            }
            if !comma.is(b',') {
                return Err(comma.instead_of("comma or array end"));
            }
            token = self.next()?;
        }
        Ok(Value::Table(table))
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
