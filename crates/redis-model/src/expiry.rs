//! Time: when keys end, and the clock, which stands until the caller moves it.

use std::sync::Arc;

use super::Model;
use super::answer::{Answer, flag};
use super::args::{Words, cut, integer};
use super::refusal::{Refusal, wrong_expiry};
use crate::Reply;

/// The clock's time at the beginning, in ms since 1970 (autumn of 2023), so that instants of the past are
/// past here too; a caller that wants the true time advances to it.
const START_MS: i64 = 1_700_000_000_000;

impl Model {
    /// Returns how long it takes until the next key expires, in ms; `None` if none does.
    pub fn next_expiry_ms(&self) -> Option<u64> {
        self.keys.values().filter_map(|slot| slot.left_ms).min()
    }

    /// Lets this many milliseconds pass: keys whose time is over are gone, and a transaction that watches
    /// one of them is refused.
    pub fn advance(&mut self, ms: u64) {
        self.clock_ms = self.clock_ms.saturating_add(ms);
        if self.next_expiry_ms().is_none() {
            return;
        }
        let mut over = Vec::new();
        for (key, slot) in Arc::make_mut(&mut self.keys) {
            match slot.left_ms {
                Some(left) if left <= ms => over.push(Arc::clone(key)),
                Some(left) => Arc::make_mut(slot).left_ms = Some(left - ms),
                None => {}
            }
        }
        for key in over {
            self.remove(&key);
        }
    }

    /// Lets the next key expire while the clock stands still, so that models which only differ in how
    /// long it took are equal. Returns false if no key expires.
    pub fn expire_next(&mut self) -> bool {
        let Some(ms) = self.next_expiry_ms() else { return false };
        let clock_ms = self.clock_ms;
        self.advance(ms);
        self.clock_ms = clock_ms;
        true
    }

    /// The time of the model's clock, in ms since 1970.
    pub(super) fn now_ms(&self) -> i64 {
        START_MS.saturating_add_unsigned(self.clock_ms)
    }

    /// Lets a key that is there end at an instant, if there is one; one of the past is at once.
    pub(super) fn end_at(&mut self, key: &[u8], until_ms: Option<i64>) {
        let Some(until_ms) = until_ms else { return };
        match u64::try_from(until_ms.saturating_sub(self.now_ms())) {
            Ok(left @ 1..) => self.set_left_ms(key, Some(left)),
            _ => drop(self.remove(key)),
        }
    }
}

/// The conditions on which EXPIRE and its kin take effect.
#[derive(Default)]
struct Conditions {
    nx: bool,
    xx: bool,
    gt: bool,
    lt: bool,
}

impl Conditions {
    fn read(words: Words) -> Result<Conditions, Refusal> {
        let mut all = Conditions::default();
        for word in words {
            match word.to_ascii_uppercase().as_slice() {
                b"NX" => all.nx = true,
                b"XX" => all.xx = true,
                b"GT" => all.gt = true,
                b"LT" => all.lt = true,
                _ => {
                    let word = cut(word, usize::MAX);
                    return Err(format!("ERR Unsupported option {word}").into());
                }
            }
        }
        if all.nx && (all.xx || all.gt || all.lt) {
            return Err(
                "ERR NX and XX, GT or LT options at the same time are not compatible".into()
            );
        }
        if all.gt && all.lt {
            return Err("ERR GT and LT options at the same time are not compatible".into());
        }
        Ok(all)
    }

    /// Returns true if a key that ends now, or never, may end then instead. Both in ms since 1970.
    fn allow(&self, now: Option<i64>, then: i64) -> bool {
        let is_refused = match now {
            Some(now) => self.nx || self.gt && then <= now || self.lt && then >= now,
            None => self.xx || self.gt,
        };
        !is_refused
    }
}

pub fn expire(model: &mut Model, words: Words) -> Answer {
    expire_at(model, words, 1_000, model.now_ms(), "expire")
}

pub fn pexpire(model: &mut Model, words: Words) -> Answer {
    expire_at(model, words, 1, model.now_ms(), "pexpire")
}

pub fn expireat(model: &mut Model, words: Words) -> Answer {
    expire_at(model, words, 1_000, 0, "expireat")
}

pub fn pexpireat(model: &mut Model, words: Words) -> Answer {
    expire_at(model, words, 1, 0, "pexpireat")
}

fn expire_at(model: &mut Model, words: Words, unit: i64, from_ms: i64, name: &str) -> Answer {
    let conditions = Conditions::read(&words[3..])?;
    let until_ms = integer(&words[2])?
        .checked_mul(unit)
        .and_then(|ms| ms.checked_add(from_ms))
        .ok_or_else(|| wrong_expiry(name))?;
    let key = &words[1];
    let Some(slot) = model.slot(key) else { return flag(false) };
    let now = slot.left_ms.map(|left| model.now_ms().saturating_add_unsigned(left));
    let is_allowed = conditions.allow(now, until_ms);
    if is_allowed {
        model.end_at(key, Some(until_ms));
    }
    flag(is_allowed)
}

pub fn ttl(model: &mut Model, words: Words) -> Answer {
    Ok(left(model, &words[1], |ms| (ms + 500) / 1_000))
}

pub fn pttl(model: &mut Model, words: Words) -> Answer {
    Ok(left(model, &words[1], |ms| ms))
}

fn left(model: &Model, key: &[u8], unit: fn(u64) -> u64) -> Reply {
    Reply::Int(match model.slot(key).map(|slot| slot.left_ms) {
        None => -2,
        Some(None) => -1,
        Some(Some(ms)) => unit(ms) as i64,
    })
}

pub fn persist(model: &mut Model, words: Words) -> Answer {
    let ends = model.left_ms(&words[1]).is_some();
    if ends {
        model.set_left_ms(&words[1], None);
    }
    flag(ends)
}

pub fn time(model: &mut Model, _words: Words) -> Answer {
    let now_ms = model.now_ms();
    let (seconds, micros) = (now_ms / 1_000, now_ms % 1_000 * 1_000);
    let text = |number: i64| Reply::Bulk(number.to_string().into_bytes());
    Ok(Reply::Array(vec![text(seconds), text(micros)]))
}

#[cfg(test)]
mod tests {
    use crate::checks::check;

    #[test]
    fn expire_heeds_its_conditions() {
        check(&[
            ("EXPIRE k 5", "0"),
            ("SET k 1", "OK"),
            ("EXPIRE k 5 XX", "0"),
            ("EXPIRE k 5 GT", "0"),
            ("EXPIRE k 5 LT", "1"),
            ("EXPIRE k 5 NX", "0"),
            ("EXPIRE k 5 GT", "0"),
            ("EXPIRE k 6 gt", "1"),
            ("TTL k", "6"),
            ("EXPIRE k 5 LT XX", "1"),
            ("EXPIRE k 5 MAYBE", "ERR Unsupported option MAYBE"),
            (
                "EXPIRE k 5 NX GT",
                "ERR NX and XX, GT or LT options at the same time are not compatible",
            ),
            ("EXPIRE k 5 LT GT", "ERR GT and LT options at the same time are not compatible"),
            ("EXPIRE k 9223372036854775807", "ERR invalid expire time in 'expire' command"),
            ("PERSIST k", "1"),
            ("PERSIST k", "0"),
            ("PTTL k", "-1"),
            ("PEXPIREAT k 1700000000500", "1"),
            ("TTL k", "1"),
            ("PEXPIRE k -1", "1"),
            ("PTTL k", "-2"),
        ]);
    }
}
