//! A program in the Lua VM: how it is compiled for its venue, and what it returned.

use race_core::program::{FunctionLibrary, Program};
use race_core::trace::{Outcome, Venue};
use redis_lua::{ProgramError, Vm};
use redis_model::{Command, Reply};

/// Characters of a returned text that are kept.
const TEXT_MAX: usize = 40;

/// Returns a VM with a program compiled as its venue needs it.
///
/// # Errors
/// Where the text is not Lua, or its first line is not one that Redis takes.
pub fn vm(program: &Program, venue: Venue) -> Result<Vm, ProgramError> {
    match (venue, program.library()) {
        (Venue::Client, _) => Vm::of_client(&program.text),
        (Venue::Server, Some(library)) => Vm::of_library(&library.text),
        (Venue::Server, None) => Vm::new(&program.text),
    }
}

/// Returns the command that has Redis know a library.
pub fn load_library(library: &FunctionLibrary) -> Command {
    Command::new(["FUNCTION", "LOAD", &library.text])
}

/// Why what a program returned ends no grab: the grab has failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOutcome {
    /// A number that is not in its header.
    #[error("it returned {0}, which is not among the numbers that it may")]
    Number(i64),
    /// The beginning of a text.
    #[error("it returned the text '{0}', not a number")]
    Text(String),
    /// Nil or false.
    #[error("it returned nothing (nil or false), not a number")]
    Nothing,
    /// A status.
    #[error("it returned a status, not a number")]
    Status,
    /// A table.
    #[error("it returned a table, not a number")]
    Table,
    /// An error.
    #[error("{0}")]
    Error(String),
}

/// Returns how a grab ended whose program returned this, with the highest share won if the number is
/// one.
///
/// # Errors
/// Where it is not a number, or not one of those in the program's header.
pub fn ended(program: &Program, reply: &Reply) -> Result<(Outcome, Option<i64>), NoOutcome> {
    match reply {
        Reply::Int(number) => program.outcome(*number).ok_or(NoOutcome::Number(*number)),
        Reply::Error(reason) => Err(NoOutcome::Error(reason.clone())),
        Reply::Bulk(text) => {
            let text = String::from_utf8_lossy(text);
            Err(NoOutcome::Text(text.chars().take(TEXT_MAX).collect()))
        }
        Reply::Nil => Err(NoOutcome::Nothing),
        Reply::Status(_) => Err(NoOutcome::Status),
        Reply::Array(_) => Err(NoOutcome::Table),
    }
}

#[cfg(test)]
mod tests {
    use redis_lua::Turn;

    use super::*;

    #[test]
    fn get_set_tells_a_missing_stock_from_a_corrupt_one_and_from_none_left() {
        let program = race_core::catalogue::strategy("get_set").unwrap();
        let mut vm = vm(program, Venue::Client).unwrap();
        let bulk = |text: &str| Reply::Bulk(text.into());
        let cases = [("abc", -4), ("10.5", -4), ("0x10", -4), ("1e3", -4), ("", -4), ("0", -1)];
        let cases = cases.map(|(text, number)| (bulk(text), number));
        for (stock, expected) in cases.into_iter().chain([(Reply::Nil, -3), (bulk("-3"), -1)]) {
            let (mut run, _) = vm.start(&[b"k".to_vec()], &[]);
            let turn = vm.resume(&mut run, stock.clone());
            assert_eq!(turn, Turn::Return(Reply::Int(expected)), "{stock:?}");
        }
    }
}
