//! Programs of the tests' own, which are not in the catalogue.

use std::sync::LazyLock;

use race_core::program::Program;

static PROGRAMS: LazyLock<[Program; 2]> = LazyLock::new(|| {
    [include_str!("forgotten_sadd.lua"), include_str!("toy.lua")]
        .map(|text| Program::parse(text).expect("a header"))
});

/// Returns each of them: one forgets a command, the other is a toy.
pub fn all() -> &'static [Program] {
    &*PROGRAMS
}
