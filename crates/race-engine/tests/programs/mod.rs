//! Programs of the tests' own, which are not in the catalogue.

use race_core::program::Program;

/// Returns each of them: one forgets a command, the other is a toy.
pub fn all() -> Vec<Program> {
    [include_str!("forgotten_sadd.lua"), include_str!("toy.lua")].map(parsed).to_vec()
}

fn parsed(text: &str) -> Program {
    Program::parse(text).expect("a header")
}
