//! The options of XADD and XTRIM.

use super::args::{Refusal, SYNTAX, Words, integer, is};
use super::stream_id::{Id, NewId};

/// What is to be left of a stream.
pub enum Trim {
    MaxLen(u64),
    MinId(Id),
}

/// What XADD is told before the fields.
pub struct Added {
    pub id: NewId,
    pub only_if_there: bool,
    pub trim: Option<Trim>,
}

/// The options so far; both commands have their own end.
#[derive(Default)]
struct Options {
    trim: Option<Trim>,
    is_about: bool,
    has_limit: bool,
    limit: i64,
}

impl Added {
    /// And the fields and values that follow.
    pub fn read(words: Words) -> Result<(Added, Words), Refusal> {
        let mut options = Options::default();
        let mut only_if_there = false;
        let mut at = 0;
        while let Some(word) = words.get(at) {
            if word != b"*" && options.take(words, &mut at)? {
                continue;
            }
            if is(word, "NOMKSTREAM") {
                only_if_there = true;
                at += 1;
                continue;
            }
            let id = NewId::read(word)?;
            let trim = options.end()?;
            return Ok((Added { id, only_if_there, trim }, &words[at + 1..]));
        }
        // All words are options: there is no id, and no field either.
        options.end()?;
        Err(super::args::wrong_arity("xadd"))
    }
}

impl Trim {
    pub fn of_xtrim(words: Words) -> Result<Trim, Refusal> {
        let mut options = Options::default();
        let mut at = 0;
        while at < words.len() {
            if !options.take(words, &mut at)? {
                return Err(SYNTAX.into());
            }
        }
        let missing = "ERR syntax error, XTRIM must be called with a trimming strategy";
        options.end()?.ok_or(missing.into())
    }
}

impl Options {
    /// Takes the option that stands here, if it is one that both commands have.
    fn take(&mut self, words: Words, at: &mut usize) -> Result<bool, Refusal> {
        let [option, rest @ ..] = &words[*at..] else { return Ok(false) };
        let is_trim = is(option, "MAXLEN") || is(option, "MINID");
        if rest.is_empty() || !is_trim && !is(option, "LIMIT") {
            return Ok(false);
        }
        if !is_trim {
            self.limit = integer(&rest[0])?;
            if self.limit < 0 {
                return Err("ERR The LIMIT argument must be >= 0.".into());
            }
            self.has_limit = true;
            *at += 2;
            return Ok(true);
        }
        if self.trim.is_some() {
            return Err("ERR syntax error, MAXLEN and MINID options at the same time are not \
                        compatible"
                .into());
        }
        let sign = rest.len() >= 2 && matches!(rest[0].as_slice(), b"~" | b"=");
        self.is_about = sign && rest[0] == b"~";
        let bound = &rest[usize::from(sign)];
        self.trim = Some(match is(option, "MAXLEN") {
            true => match u64::try_from(integer(bound)?) {
                Ok(most) => Trim::MaxLen(most),
                Err(_) => return Err("ERR The MAXLEN argument must be >= 0.".into()),
            },
            false => Trim::MinId(Id::strict(bound, 0)?),
        });
        *at += 2 + usize::from(sign);
        Ok(true)
    }

    fn end(self) -> Result<Option<Trim>, Refusal> {
        if self.limit > 0 && self.trim.is_none() {
            return Err("ERR syntax error, LIMIT cannot be used without specifying a trimming \
                        strategy"
                .into());
        }
        if self.trim.is_some() || self.has_limit {
            if self.has_limit && !self.is_about {
                return Err(
                    "ERR syntax error, LIMIT cannot be used without the special ~ option".into()
                );
            }
            if self.is_about {
                return Err("ERR the model trims a stream exactly, not about (~)".into());
            }
        }
        Ok(self.trim)
    }
}
