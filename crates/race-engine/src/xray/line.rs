//! A line of MONITOR, as Redis writes it.

use race_core::keys;
use race_core::trace::Verb;
use redis_model::Command;

/// Commands of a transaction, which name no key.
const KEYLESS: &[&str] = &["MULTI", "EXEC", "DISCARD", "UNWATCH"];

/// One line of MONITOR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When Redis ran the command, by its own clock, in µs.
    pub at_us: u64,
    /// True if a script called it.
    pub in_script: bool,
    /// The command; without words if it is not of this race.
    pub command: Command,
}

impl Line {
    /// Returns a line such as `1700000000.123456 [0 127.0.0.1:6379] "GET" "k"`, if the text is one; of a
    /// command that has nothing to do with this race only the instant is kept.
    pub fn read(text: &str, race: &str) -> Option<Line> {
        let (time, rest) = text.split_once(' ')?;
        let (seconds, micros) = time.split_once('.')?;
        let (place, rest) = rest.strip_prefix('[')?.split_once("] ")?;
        let at_us = seconds.parse::<u64>().ok()? * 1_000_000 + micros.parse::<u64>().ok()?;
        let in_script = place.ends_with(" lua");
        let mut command = Command(words(rest)?);
        if !in_script && !is_of(&command, race) {
            command.0.clear();
        }
        Some(Line { at_us, in_script, command })
    }

    /// Returns true if it is a command of others, of which no word is kept.
    pub(super) fn is_foreign(&self) -> bool {
        self.command.0.is_empty()
    }

    /// Returns true if it runs a script.
    pub(super) fn is_script(&self) -> bool {
        Verb::of_command(self.command.name()) == Verb::Script
    }
}

/// Returns the quoted words that MONITOR writes.
fn words(text: &str) -> Option<Vec<Vec<u8>>> {
    let mut words = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b' ' => continue,
            b'"' => {}
            _ => return None,
        }
        let mut word = Vec::new();
        loop {
            match bytes.next()? {
                b'"' => break,
                b'\\' => word.push(match bytes.next()? {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'a' => 7,
                    b'b' => 8,
                    b'x' => {
                        let digits = [bytes.next()?, bytes.next()?];
                        u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
                    }
                    other => other,
                }),
                plain => word.push(plain),
            }
        }
        words.push(word);
    }
    Some(words)
}

/// Returns true if a command is of this race, or is one of a transaction and may be.
fn is_of(command: &Command, race: &str) -> bool {
    let tag = keys::tag(race).into_bytes();
    let is_alone = command.0.len() == 1;
    is_alone && KEYLESS.iter().any(|keyless| command.name().eq_ignore_ascii_case(keyless))
        || command.0.iter().any(|word| word.starts_with(&tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_with_its_escapes_and_one_of_others_is_only_an_instant() {
        let stock = keys::tag("7f3a") + "stock";
        let text = format!(r#"17.000123 [0 unix:/x/redis.sock] "SET" "{stock}" "\"\\\x00\n é""#);
        let line = Line::read(&text, "7f3a").unwrap();
        assert_eq!((line.at_us, line.in_script), (17_000_123, false));
        assert_eq!(line.command.0[2], "\"\\\0\n é".as_bytes());
        let other = Line::read(r#"17.000123 [0 127.0.0.1:1] "AUTH" "secret""#, "7f3a").unwrap();
        assert_eq!(other.command.0, [b""; 0]);
        assert!(Line::read(r#"17.000123 [0 lua] "TIME""#, "7f3a").unwrap().in_script);
        for broken in ["", "OK", "1.2 [0 x", r#"1.2 [0 x] "GET"#, "x.y [0 x] \"GET\""] {
            assert_eq!(Line::read(broken, "7f3a"), None, "{broken}");
        }
    }
}
