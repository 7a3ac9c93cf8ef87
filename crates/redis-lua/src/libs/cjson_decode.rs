//! `cjson.decode`: JSON as a value, with the very words that Redis has for JSON that is none.

use super::args::Bill;
use super::cjson_token::{Kind, Token, Tokens};
use super::{Args, Fault, Output};
use crate::lua::{Lua, Table, Value};
use crate::values::NULL;

const DEPTH_MAX: usize = 1000;

/// The value of one JSON text.
pub fn decode(args: &Args) -> Result<Output, Fault> {
    if args.values.len() != 1 {
        return Err(args.bad(0, "expected 1 argument"));
    }
    let text = args.text(0)?;
    if text.len() >= 2 && text[..2].contains(&0) {
        return Err(Fault::new("JSON parser does not support UTF-16 or UTF-32"));
    }
    let mut bill = args.bill();
    bill.bytes(text.len())?;
    let mut parser = Parser { lua: args.lua, tokens: Tokens::new(&text), bill };
    let value = parser.whole()?;
    let end = parser.tokens.next();
    if !matches!(end.kind, Kind::End) {
        return Err(end.instead_of("the end"));
    }
    Ok(Output::new(vec![value], &parser.bill))
}

struct Parser<'a> {
    lua: &'a Lua,
    tokens: Tokens<'a>,
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

impl Parser<'_> {
    /// One whole value. The tables that are begun lie on a stack of their own, so that depth costs
    /// none of the machine's.
    fn whole(&mut self) -> Result<Value, Fault> {
        let mut open = Vec::new();
        let mut token = self.tokens.next();
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
            token = self.tokens.next();
            if let Some(Open { key: Some(key), .. }) = open.last_mut() {
                *key = self.key(&token)?;
                token = self.tokens.next();
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
            Kind::Null => return Ok(Some(NULL)),
            Kind::Mark(b'{') => b'}',
            Kind::Mark(b'[') => b']',
            _ => return Err(token.instead_of("value")),
        };
        let (depth, at) = (open.len() + 1, self.tokens.at());
        if depth > DEPTH_MAX {
            return Err(Fault::new(format!(
                "Found too many nested data structures ({depth}) at character {at}"
            )));
        }
        let table = self.lua.create_table()?;
        *token = self.tokens.next();
        if token.is(close) {
            return Ok(Some(Value::Table(table)));
        }
        let mut key = None;
        if close == b'}' {
            key = Some(self.key(token)?);
            *token = self.tokens.next();
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
        let colon = self.tokens.next();
        match colon.is(b':') {
            true => Ok(key),
            false => Err(colon.instead_of("colon")),
        }
    }

    /// Puts a value into its table, which is whole then or has another value.
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
        let comma = self.tokens.next();
        if comma.is(close) {
            return Ok(Put::Whole(Value::Table(open.table)));
        }
        match comma.is(b',') {
            true => Ok(Put::Open(open)),
            false => Err(comma.instead_of(expected)),
        }
    }
}
