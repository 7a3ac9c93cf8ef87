//! The options of XADD and XTRIM.

use super::args::{Words, integer, is};
use super::refusal::{Refusal, SYNTAX};
use super::stream_id::{Id, NewId};
use crate::Lacking;

/// What is to be left of a stream.
pub enum Trim {
    MaxLen(u64),
    MinId(Id),
}

/// The arguments of XADD in front of the fields.
pub struct Added {
    pub id: NewId,
    pub only_if_there: bool,
    pub trim: Option<Trim>,
}

/// The options so far; both commands have their own end.
#[derive(Default)]
struct TrimOptions {
    trim: Option<Trim>,
    is_about: bool,
    has_limit: bool,
    limit: i64,
}

impl Added {
    /// Returns them, and the fields and values that follow.
    pub fn read(words: Words) -> Result<(Added, Words), Refusal> {
        let mut options = TrimOptions::default();
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
            let trim = options.end(None)?;
            return Ok((Added { id, only_if_there, trim }, &words[at + 1..]));
        }
        // All words are options: there is no id, and no field either.
        options.end(None)?;
        Err(super::refusal::wrong_arity("xadd"))
    }
}

impl Trim {
    pub fn of_xtrim(words: Words) -> Result<Trim, Refusal> {
        let mut options = TrimOptions::default();
        let mut at = 0;
        while at < words.len() {
            if !options.take(words, &mut at)? {
                return Err(SYNTAX.into());
            }
        }
        let must_trim = Some("ERR syntax error, XTRIM must be called with a trimming strategy");
        options.end(must_trim)?.ok_or(SYNTAX.into())
    }
}

impl TrimOptions {
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

    /// Returns the trim that was asked for; without one, `must_trim` is the refusal if one must be.
    fn end(self, must_trim: Option<&'static str>) -> Result<Option<Trim>, Refusal> {
        let refusal = match (self.trim.is_some(), must_trim) {
            (false, _) if self.limit > 0 => {
                "ERR syntax error, LIMIT cannot be used without specifying a trimming strategy"
            }
            (false, Some(refusal)) => refusal,
            _ if self.has_limit && !self.is_about => {
                "ERR syntax error, LIMIT cannot be used without the special ~ option"
            }
            _ if self.is_about => return Err(Lacking::ApproximateTrim.into()),
            _ => return Ok(self.trim),
        };
        Err(refusal.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::checks::check;

    #[test]
    fn options_are_read_up_to_the_id() {
        check(&[
            ("XADD s NOMKSTREAM 1-1 a b", "nil"),
            (
                "XADD s MAXLEN 1 MINID 2 1-1 a b",
                "ERR syntax error, MAXLEN and MINID options at the same time are not compatible",
            ),
            ("XADD s MAXLEN -1 1-1 a b", "ERR The MAXLEN argument must be >= 0."),
            (
                "XADD s MAXLEN 1 LIMIT 5 1-1 a b",
                "ERR syntax error, LIMIT cannot be used without the special ~ option",
            ),
            (
                "XADD s LIMIT 5 1-1 a b",
                "ERR syntax error, LIMIT cannot be used without specifying a trimming strategy",
            ),
            ("XADD s MAXLEN ~ 1 1-1 a b", "ERR the model trims a stream exactly, not about (~)"),
            ("XADD s 1-1 a b c", "ERR wrong number of arguments for 'xadd' command"),
            ("XADD s maxlen 1 nomkstream * a", "ERR wrong number of arguments for 'xadd' command"),
            ("EXISTS s", "0"),
            ("XADD s 1-1 a b", "'1-1'"),
            ("XADD s MAXLEN = 1 1-2 a b", "'1-2'"),
            ("XLEN s", "1"),
            ("XTRIM s MAYBE 1", "ERR syntax error"),
            (
                "XTRIM s LIMIT 1",
                "ERR syntax error, LIMIT cannot be used without specifying a trimming strategy",
            ),
            ("XTRIM s LIMIT 0", "ERR syntax error, XTRIM must be called with a trimming strategy"),
            ("XTRIM s MINID 1-3", "1"),
        ]);
    }
}
