//! Every strategy, from `lua/`. Adding one is a file there and a line here.

use crate::program::Program;

const TEXTS: &[&str] =
    &[include_str!("../../lua/get_set.lua"), include_str!("../../lua/atomic.lua")];

/// Every strategy, in the order in which it is taught.
///
/// # Panics
/// If a header in `lua/` is not of its form, which a test prevents.
pub fn strategies() -> Vec<Program> {
    TEXTS.iter().map(|text| Program::parse(text).expect("a header in lua/")).collect()
}

/// The strategy of this name, exactly as written.
pub fn strategy(name: &str) -> Option<Program> {
    strategies().into_iter().find(|program| program.name == name)
}
