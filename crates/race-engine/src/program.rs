//! A program in the Lua VM: how it is compiled for its venue, and what it returned.

use race_core::program::{FunctionLibrary, Program};
use race_core::trace::{Outcome, Venue};
use redis_lua::{ProgramError, Vm};
use redis_model::{Command, Reply};

/// Compiles a program as its venue needs it.
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

/// How a grab ended whose program returned this, with the highest share won if the program says
/// which; or why it failed.
pub fn ended(program: &Program, reply: &Reply) -> Result<(Outcome, Option<i64>), String> {
    match reply {
        Reply::Int(number) => program.outcome(*number).ok_or_else(|| {
            format!("it returned {number}, which is not among the numbers that it may")
        }),
        Reply::Error(reason) => Err(reason.clone()),
        Reply::Bulk(text) => {
            let text = String::from_utf8_lossy(text);
            let short: String = text.chars().take(40).collect();
            Err(format!("it returned the text '{short}', not a number"))
        }
        Reply::Nil => Err("it returned nothing (nil or false), not a number".to_owned()),
        Reply::Status(_) => Err("it returned a status, not a number".to_owned()),
        Reply::Array(_) => Err("it returned a table, not a number".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use redis_lua::Turn;

    use super::*;

    #[test]
    fn get_set_tells_a_missing_stock_from_a_corrupt_one_and_from_none_left() {
        let program = race_core::catalogue::strategy("get_set").unwrap();
        let mut vm = vm(&program, Venue::Client).unwrap();
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
