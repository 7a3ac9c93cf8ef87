//! Programs of the tests' own: right in form, wrong in what they do.

use race_core::program::Program;

/// Each of them.
pub fn all() -> Vec<Program> {
    let texts = [include_str!("forgotten_sadd.lua")];
    texts.into_iter().map(|text| Program::parse(text).expect("a header")).collect()
}
