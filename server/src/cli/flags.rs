//! Flags that are fields of a race config: named, read and refused like them.

use clap::{Arg, ArgAction, ArgMatches};
use race_core::config::field::{Field, FieldError, Kind, Value};

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
        Kind::Switch => return arg.action(ArgAction::SetTrue),
        Kind::Whole { .. } => "N",
        Kind::Millis { .. } => "MS",
        Kind::Choice(_) => "NAME",
        Kind::WholeList { .. } => "N,N,…",
        Kind::Text { .. } => "TEXT",
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
        Kind::Whole { min, max } | Kind::WholeList { min, max, .. } => format!(" [{min} to {max}]"),
        Kind::Millis { max } => format!(" [0 to {max}]"),
        Kind::Choice(names) => format!(" [{}]", names.join(", ")),
        Kind::Switch | Kind::Text { .. } => String::new(),
    };
    let default = match field.kind {
        Kind::Switch => String::new(),
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
            Kind::Switch => matches.get_flag(field.name).then_some(Value::Switch(true)),
            _ => matches.get_one::<String>(field.name).map(|text| Value::Plain(text.clone())),
        };
        value.map(|value| (field.name.to_owned(), value))
    };
    fields.into_iter().filter_map(set).collect()
}

/// Prints on standard error which flag cannot be used, and what it accepts.
pub fn unusable(command: &str, error: &FieldError) -> Exit {
    let flag = match error.field.as_str() {
        STRATEGY => "STRATEGY".to_owned(),
        name => format!("--{}", name.replace('_', "-")),
    };
    eprintln!(
        "error: {flag}: {}\n\nFor more information, try 'race {command} --help'.",
        error.message
    );
    Exit::Unusable
}
