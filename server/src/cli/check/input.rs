//! The program that a check is about: a strategy's, or a Lua file's.

use std::path::Path;

use clap::ArgMatches;
use race_core::catalogue;
use race_core::program::{BareHeader, Program};

use crate::cli::exit::Exit;
use crate::cli::flags::{self, FlagError};

/// Returns the program of that name, or of that file.
///
/// # Errors
///
/// Fails, with a message on standard error, if there is none or if it cannot be read.
pub fn program(matches: &ArgMatches) -> Result<Program, Exit> {
    let named = matches.get_one::<String>(flags::STRATEGY).expect("it is required");
    let own = ["keys", "argv", "returns"];
    if !named.ends_with(".lua") {
        if let Some(flag) = own.iter().find(|flag| matches.contains_id(flag)) {
            let why = "is for a Lua file of your own; a strategy has it in its header";
            return Err(flags::unusable("check", FlagError::new(flag, why)));
        }
        return catalogue::strategy(named).cloned().ok_or_else(|| {
            let names = catalogue::names().join(", ");
            let why = format!("must be one of {names}, or a file that ends in .lua");
            flags::unusable("check", FlagError::new(flags::STRATEGY, why))
        });
    }
    let text = text(named).map_err(|why| unusable_file(named, &why))?;
    if let Some(flag) = own.iter().find(|flag| matches.contains_id(flag))
        && Program::has_header(&text)
    {
        let why = "is for a file without a header; this one has it there";
        return Err(flags::unusable("check", FlagError::new(flag, why)));
    }
    let value = |name: &str| matches.get_one::<String>(name).cloned();
    if Program::has_header(&text) {
        return Program::parse(&text).map_err(|error| unusable_file(named, &error.to_string()));
    }
    let name = Path::new(named).file_stem().unwrap_or_default().to_string_lossy();
    let header = BareHeader { keys: value("keys"), argv: value("argv"), returns: value("returns") };
    Program::bare(&name, &text, header).map_err(|error| {
        let flag = error.field.unwrap_or("keys");
        flags::unusable("check", FlagError::new(flag, error.why))
    })
}

fn text(file: &str) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    if bytes.starts_with("\u{feff}".as_bytes()) {
        return Err(
            "line 1: a byte order mark stands before the program; save it without".to_owned()
        );
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        format!("line {line}: this is no UTF-8 text")
    })
}

/// Prints on standard error why a file cannot be used.
pub fn unusable_file(file: &str, why: &str) -> Exit {
    eprintln!("error: {file}: {why}");
    Exit::Unusable
}
