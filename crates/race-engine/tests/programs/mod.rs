//! Programs of the tests' own: right in form, wrong in what they do.

use std::sync::LazyLock;

use race_core::program::Program;

static PROGRAMS: LazyLock<[Program; 1]> = LazyLock::new(|| {
    [include_str!("forgotten_sadd.lua")].map(|text| Program::parse(text).expect("a header"))
});

/// Returns each of them.
pub fn all() -> &'static [Program] {
    &*PROGRAMS
}
