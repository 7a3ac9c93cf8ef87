//! A schedule: the order in which grabs take their turns, as text like `0.1.0.1`.
//!
//! A turn is one command of a grab, or its whole script; a grab begins with its first turn. Between
//! the turns things may go wrong: `x1` grab 1 stops for ever, `t` time passes until the next lock
//! expires, `r0` the share of grab 0 is refunded.

use core::fmt;
use core::str::FromStr;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// A grab does its next command.
    Turn(u32),
    /// A grab stops for ever; what it did stays.
    Die(u32),
    /// Time passes, until a key expires.
    Time,
    /// What a grab won is refunded.
    Refund(u32),
}

/// Acts in their order, which are read from a text and written as one.
///
/// # Examples
/// ```
/// use race_core::schedule::{Act, Schedule, ScheduleError};
///
/// let schedule: Schedule = "0.1.x0.1".parse()?;
/// assert_eq!(schedule.0[2], Act::Die(0));
/// assert_eq!(schedule.to_string(), "0.1.x0.1");
///
/// let error = "0.y".parse::<Schedule>().unwrap_err();
/// assert_eq!(error, ScheduleError::Turn { number: 2, text: "y".to_owned() });
/// # Ok::<(), ScheduleError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Schedule(pub Vec<Act>);

/// Why a text is no schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum ScheduleError {
    /// One of its turns cannot be read.
    #[error("must be turns with dots between, such as 0.1.x1.t.r0; turn {number} is '{text}'")]
    Turn {
        /// Which of them, counted from 1.
        number: usize,
        /// What stands there, cut to a length that can be shown.
        text: String,
    },
}

/// Characters of a wrong turn that are kept.
const TURN_SHOWN: usize = 20;

impl Schedule {
    /// Returns true if it has no act.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of acts.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if it names more grabs than this.
    pub fn names_more_than(&self, most: u32) -> bool {
        let mut named = Vec::new();
        for grab in self.0.iter().filter_map(|act| act.grab()) {
            if !named.contains(&grab) {
                named.push(grab);
            }
            if named.len() > most as usize {
                return true;
            }
        }
        false
    }

    /// Returns the highest grab that it names.
    pub fn grab_max(&self) -> Option<u32> {
        self.0.iter().filter_map(|act| act.grab()).max()
    }
}

impl Act {
    /// Returns the grab that it is about.
    pub fn grab(self) -> Option<u32> {
        match self {
            Act::Turn(grab) | Act::Die(grab) | Act::Refund(grab) => Some(grab),
            Act::Time => None,
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Turn(grab) => write!(f, "{grab}"),
            Act::Die(grab) => write!(f, "x{grab}"),
            Act::Time => f.write_str("t"),
            Act::Refund(grab) => write!(f, "r{grab}"),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, act) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(".")?;
            }
            act.fmt(f)?;
        }
        Ok(())
    }
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Schedule, ScheduleError> {
        if text.is_empty() {
            return Ok(Schedule::default());
        }
        let act = |(at, word): (usize, &str)| {
            let number = |digits: &str| {
                let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                digits.parse::<u32>().ok().filter(|_| plain)
            };
            let act = match word.split_at_checked(1) {
                Some(("t", "")) => Some(Act::Time),
                Some(("x", digits)) => number(digits).map(Act::Die),
                Some(("r", digits)) => number(digits).map(Act::Refund),
                _ => number(word).map(Act::Turn),
            };
            act.ok_or_else(|| ScheduleError::Turn {
                number: at + 1,
                text: word.chars().take(TURN_SHOWN).collect(),
            })
        };
        text.split('.').enumerate().map(act).collect::<Result<_, _>>().map(Schedule)
    }
}

/// A schedule is written as its text.
impl Serialize for Schedule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Schedule {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Schedule, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_and_its_text_are_the_same() {
        for text in ["", "0", "0.1.0.1", "0.x0.t.1.r1.12"] {
            assert_eq!(text.parse::<Schedule>().unwrap().to_string(), text);
        }
        let all = "3.x1.t.r0".parse::<Schedule>().unwrap();
        assert_eq!(all.0, [Act::Turn(3), Act::Die(1), Act::Time, Act::Refund(0)]);
        assert_eq!(all.grab_max(), Some(3));
    }

    #[test]
    fn a_wrong_turn_is_named_by_its_place() {
        for (text, turn) in [("0.", 2), (".0", 1), ("0.y", 2), ("+1", 1), ("0.x", 2), ("t1", 1)] {
            let error = text.parse::<Schedule>().unwrap_err();
            let ScheduleError::Turn { number, .. } = &error;
            assert_eq!(*number, turn, "{text}: {error}");
            assert!(error.to_string().contains(&format!("turn {turn} is")), "{text}: {error}");
        }
        assert!("99999999999".parse::<Schedule>().is_err());
    }
}
