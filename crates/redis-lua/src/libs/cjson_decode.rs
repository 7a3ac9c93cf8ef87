//! `cjson.decode`: JSON as a value, with the very words that Redis has for JSON that is none.

use super::args::Bill;
use super::strtod::strtod;
use super::{Args, Fault, Given};
use crate::lua::{Lua, Table, Value};

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
    let value = parser.whole()?;
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

/// A table that is begun: an object has the key that the next value goes to.
struct Open {
    table: Table,
    key: Option<Value>,
    count: usize,
}

enum Put {
    Whole(Value),
    Open(Open),
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

    /// One whole value. The tables that are begun lie on a stack of their own, so that depth costs
    /// none of the machine's.
    fn whole(&mut self) -> Result<Value, Fault> {
        let mut open = Vec::new();
        let mut token = self.next()?;
        loop {
            let Some(mut value) = self.begin(&mut token, &mut open)? else {
                continue;
            };
            // It may be the last of its table, and that of another.
            loop {
                let Some(table) = open.pop() else {
                    return Ok(value);
                };
                match self.put(table, value)? {
                    Put::Whole(table) => value = table,
                    Put::Open(table) => {
                        open.push(table);
                        break;
                    }
                }
            }
            token = self.next()?;
            if let Some(Open { key: Some(key), .. }) = open.last_mut() {
                *key = self.key(&token)?;
                token = self.next()?;
            }
        }
    }

    /// A value that is whole with this token; or a table is begun, and the token is the next.
    fn begin(&mut self, token: &mut Token, open: &mut Vec<Open>) -> Result<Option<Value>, Fault> {
        self.bill.value()?;
        let close = match &token.kind {
            Kind::Text(text) => return Ok(Some(Value::String(self.lua.create_string(text)?))),
            Kind::Number(number) => return Ok(Some(Value::Number(*number))),
            Kind::Boolean(truth) => return Ok(Some(Value::Boolean(*truth))),
            Kind::Null => return Ok(Some(Value::LightUserData(std::ptr::null_mut()))),
            Kind::Mark(b'{') => b'}',
            Kind::Mark(b'[') => b']',
            _ => return Err(token.instead_of("value")),
        };
        let (depth, at) = (open.len() + 1, self.at);
        if depth > DEPTH_MAX {
            return Err(Fault::said(format!(
                "Found too many nested data structures ({depth}) at character {at}"
            )));
        }
        let table = self.lua.create_table()?;
        *token = self.next()?;
        if token.is(close) {
            return Ok(Some(Value::Table(table)));
        }
        let mut key = None;
        if close == b'}' {
            key = Some(self.key(token)?);
            *token = self.next()?;
        }
        open.push(Open { table, key, count: 0 });
        Ok(None)
    }

    /// The key that this token is, with the colon behind it.
    fn key(&mut self, token: &Token) -> Result<Value, Fault> {
        let Kind::Text(key) = &token.kind else {
            return Err(token.instead_of("object key string"));
        };
        let key = Value::String(self.lua.create_string(key)?);
        let colon = self.next()?;
        match colon.is(b':') {
            true => Ok(key),
            false => Err(colon.instead_of("colon")),
        }
    }

    /// Puts a value into its table, and looks whether there is another.
    fn put(&mut self, mut open: Open, value: Value) -> Result<Put, Fault> {
        open.count += 1;
        let (close, expected) = match &open.key {
            Some(key) => {
                open.table.raw_set(key.clone(), value)?;
                (b'}', "comma or object end")
            }
            None => {
                open.table.raw_set(open.count as f64, value)?;
                (b']', "comma or array end")
            }
        };
        let comma = self.next()?;
        if comma.is(close) {
            return Ok(Put::Whole(Value::Table(open.table)));
        }
        match comma.is(b',') {
            true => Ok(Put::Open(open)),
            false => Err(comma.instead_of(expected)),
        }
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
