//! Flags that are fields of a race config: named, read and refused like them.

use std::fmt;

use clap::{Arg, ArgAction, ArgMatches};
use race_core::config::FieldError;
use race_core::config::field::{Field, FieldKind, Value};

use super::exit::Exit;

/// The one field that is named by its position.
pub const STRATEGY: &str = "strategy";

/// Returns the argument of a field.
pub fn arg(field: &'static Field) -> Arg {
    let arg = Arg::new(field.name).help(help(field));
    if field.name == STRATEGY {
        return arg.value_name("STRATEGY").required(true);
    }
    let arg = arg.long(field.name.replace('_', "-"));
    let value = match field.kind {
        FieldKind::Switch => return arg.action(ArgAction::SetTrue),
        FieldKind::Whole { .. } => "N",
        FieldKind::Millis { .. } => "MS",
        FieldKind::Choice(_) => "NAME",
        FieldKind::WholeList { .. } => "N,N,…",
        FieldKind::Text { .. } => "TEXT",
    };
    arg.value_name(value).allow_negative_numbers(true)
}

/// Returns what the field is, what it accepts, and what it is by default.
fn help(field: &Field) -> String {
    if field.name == STRATEGY {
        return "The program that grabs; `race strategies` lists them".to_owned();
    }
    let (first, rest) = field.about.split_at(1);
    let accepts = match field.kind {
        FieldKind::Whole { min, max } | FieldKind::WholeList { min, max, .. } => {
            format!(" [{min} to {max}]")
        }
        FieldKind::Millis { max } => format!(" [0 to {max}]"),
        FieldKind::Choice(names) => format!(" [{}]", names.join(", ")),
        FieldKind::Switch | FieldKind::Text { .. } => String::new(),
    };
    let default = match field.kind {
        FieldKind::Switch => String::new(),
        _ if field.default.is_empty() => String::new(),
        _ => format!(" [default: {}]", field.default),
    };
    format!("{}{rest}{accepts}{default}", first.to_uppercase())
}

/// Returns the fields that the arguments set.
pub fn fields<'a>(
    matches: &ArgMatches,
    fields: impl IntoIterator<Item = &'a Field>,
) -> Vec<(String, Value)> {
    let set = |field: &Field| {
        let value = match field.kind {
            FieldKind::Switch => matches.get_flag(field.name).then_some(Value::Switch(true)),
            _ => matches.get_one::<String>(field.name).map(|text| Value::Plain(text.clone())),
        };
        value.map(|value| (field.name.to_owned(), value))
    };
    fields.into_iter().filter_map(set).collect()
}

/// A flag that cannot be used, and why, in a sentence for the terminal.
pub struct FlagError {
    flag: String,
    why: String,
}

impl FlagError {
    /// A refusal of this flag.
    pub fn new(flag: &str, why: impl fmt::Display) -> FlagError {
        FlagError { flag: flag.to_owned(), why: why.to_string() }
    }
}

impl From<FieldError> for FlagError {
    fn from(error: FieldError) -> FlagError {
        FlagError::new(&error.field, &error.why)
    }
}

/// Writes to standard error which flag cannot be used, and what it accepts.
pub fn unusable(command: &str, error: impl Into<FlagError>) -> Exit {
    let error = error.into();
    let flag = match error.flag.as_str() {
        STRATEGY => "STRATEGY".to_owned(),
        name => format!("--{}", name.replace('_', "-")),
    };
    eprintln!("error: {flag}: {}\n\nFor more information, try 'race {command} --help'.", error.why);
    Exit::Unusable
}
