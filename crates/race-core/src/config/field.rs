//! The fields of a race config, one table: type, range, default, meaning.
//!
//! The HTTP API, the command line, the page's form and its URL all read their fields through this
//! table, so that a wrong value gets the same answer everywhere.

use super::refusal::{FieldError, Why};

/// What a field accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldKind {
    /// A whole number.
    Whole {
        /// Smallest allowed value.
        min: u64,
        /// Largest allowed value.
        max: u64,
    },
    /// Milliseconds, with up to three decimals.
    Millis {
        /// Largest allowed value; the smallest is 0.
        max: u64,
    },
    /// `true` or `false`.
    Switch,
    /// One of a few names.
    Choice(&'static [&'static str]),
    /// Whole numbers, at least one; on the command line with commas between.
    WholeList {
        /// Smallest allowed value.
        min: u64,
        /// Largest allowed value.
        max: u64,
        /// Most values.
        len_max: usize,
    },
    /// A text.
    Text {
        /// Most bytes.
        len_max: usize,
    },
}

/// One field of a race config.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Its name in JSON; on the command line `--` and hyphens for underscores.
    pub name: &'static str,
    /// What it accepts.
    pub kind: FieldKind,
    /// Its value where it is left out, as text; empty where it follows from other fields.
    pub default: &'static str,
    /// One line for people.
    pub about: &'static str,
}

/// A value as it came in.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// From a place that knows only text: the command line, a URL, a form.
    Plain(String),
    /// A number, in its own digits, so that nothing is rounded before it is checked.
    Number(String),
    /// A quoted text.
    Text(String),
    /// `true` or `false`.
    Switch(bool),
    /// A list.
    List(Vec<Value>),
    /// Anything else, by the name of its type: `null`, an object.
    Other(&'static str),
}

/// Returns the fields of a place that knows only text.
pub fn plain<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<(String, Value)> {
    let plain = |(name, text): (&str, &str)| (name.to_owned(), Value::Plain(text.to_owned()));
    pairs.into_iter().map(plain).collect()
}

impl FieldKind {
    /// Returns the refusal that names what this kind of field accepts.
    pub fn why(&self) -> Why {
        match *self {
            FieldKind::Whole { min, max } => Why::Whole { min, max },
            FieldKind::Millis { max } => Why::Millis { max },
            FieldKind::Switch => Why::Switch,
            FieldKind::Choice(names) => {
                Why::OneOf { names: names.iter().map(|name| (*name).to_owned()).collect() }
            }
            FieldKind::WholeList { min, max, len_max } => Why::WholeList { min, max, len_max },
            FieldKind::Text { len_max } => Why::Text { len_max },
        }
    }
}

impl Field {
    /// Reads a whole number within the range.
    ///
    /// # Errors
    /// What the field accepts.
    pub fn whole(&self, value: &Value) -> Result<u64, FieldError> {
        let FieldKind::Whole { min, max } = self.kind else {
            return Err(self.refuse());
        };
        match value {
            Value::Plain(text) | Value::Number(text) => self.digits(text, min, max),
            _ => Err(self.refuse()),
        }
    }

    /// Reads a number of milliseconds within the range.
    ///
    /// # Errors
    /// What the field accepts.
    pub fn millis(&self, value: &Value) -> Result<f64, FieldError> {
        let FieldKind::Millis { max } = self.kind else {
            return Err(self.refuse());
        };
        let (Value::Plain(text) | Value::Number(text)) = value else {
            return Err(self.refuse());
        };
        match thousandths(text) {
            Some(number) if number <= max * 1_000 => Ok(number as f64 / 1_000.0),
            _ => Err(self.refuse()),
        }
    }

    /// Reads `true` or `false`.
    ///
    /// # Errors
    /// What the field accepts.
    pub fn switch(&self, value: &Value) -> Result<bool, FieldError> {
        match value {
            Value::Switch(yes) => Ok(*yes),
            Value::Plain(text) => text.parse().map_err(|_| self.refuse()),
            _ => Err(self.refuse()),
        }
    }

    /// Reads one of the names.
    ///
    /// # Errors
    /// What the field accepts.
    pub fn choice<'a>(&self, value: &'a Value) -> Result<&'a str, FieldError> {
        let FieldKind::Choice(names) = self.kind else {
            return Err(self.refuse());
        };
        match value {
            Value::Plain(text) | Value::Text(text) if names.contains(&text.as_str()) => Ok(text),
            _ => Err(self.refuse()),
        }
    }

    /// Reads a list of whole numbers within the range.
    ///
    /// # Errors
    /// What the field accepts.
    pub fn whole_list(&self, value: &Value) -> Result<Vec<u32>, FieldError> {
        let FieldKind::WholeList { min, max, len_max } = self.kind else {
            return Err(self.refuse());
        };
        let digits: Vec<&str> = match value {
            Value::Plain(text) => text.split(',').collect(),
            Value::List(values) => values
                .iter()
                .map(|value| match value {
                    Value::Number(text) => Ok(text.as_str()),
                    _ => Err(self.refuse()),
                })
                .collect::<Result<_, _>>()?,
            _ => return Err(self.refuse()),
        };
        if digits.is_empty() || digits.len() > len_max {
            return Err(self.refuse());
        }
        digits.into_iter().map(|text| Ok(self.digits(text, min, max)? as u32)).collect()
    }

    /// Reads a text that is not too long.
    ///
    /// # Errors
    /// What the field accepts.
    pub fn text<'a>(&self, value: &'a Value) -> Result<&'a str, FieldError> {
        let FieldKind::Text { len_max } = self.kind else {
            return Err(self.refuse());
        };
        match value {
            Value::Plain(text) | Value::Text(text) if text.len() <= len_max => Ok(text),
            _ => Err(self.refuse()),
        }
    }

    /// Returns the refusal that names what this field accepts.
    pub fn refuse(&self) -> FieldError {
        FieldError::new(self.name, self.kind.why())
    }

    fn digits(&self, text: &str, min: u64, max: u64) -> Result<u64, FieldError> {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse::<u64>() {
            Ok(number) if plain && (min..=max).contains(&number) => Ok(number),
            _ => Err(self.refuse()),
        }
    }
}

/// Returns the thousandths of a decimal such as `12.5`: no sign, no exponent, at most three decimals. Done
/// by hand, because the tables behind a general parser would be a tenth of the page.
pub fn thousandths(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let decimals = decimals.parse::<u64>().ok()? * 10u64.pow(3 - decimals.len() as u32);
    whole.parse::<u64>().ok()?.checked_mul(1_000)?.checked_add(decimals)
}

/// Returns milliseconds as people write them, to a µs.
pub fn millis_text(ms: f64) -> String {
    decimal((ms * 1_000.0).round() as u64)
}

/// Returns thousandths as a decimal without trailing zeros: the inverse of [`thousandths`].
pub fn decimal(thousandths: u64) -> String {
    let (whole, decimals) = (thousandths / 1_000, thousandths % 1_000);
    match decimals {
        0 => whole.to_string(),
        _ => format!("{whole}.{decimals:03}").trim_end_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_thousandths_are_two_ways_of_saying_it() {
        for (text, number) in [("0", 0), ("0.5", 500), ("12.345", 12_345), ("10000", 10_000_000)] {
            assert_eq!(thousandths(text), Some(number));
            assert_eq!(decimal(number), text);
        }
        for text in ["", ".5", "1.", "-1", "+1", "1e3", "1.2345", "NaN", "99999999999999999999"] {
            assert_eq!(thousandths(text), None, "{text}");
        }
    }
}
