//! Programs of the tests' own: right in form, wrong in what they do.

use race_core::program::Program;

/// Each of them.
pub fn all() -> Vec<Program> {
    [
        include_str!("check_decr.lua"),
        include_str!("deduct_first.lua"),
        include_str!("forgotten_sadd.lua"),
        include_str!("lock_ttl.lua"),
        include_str!("off_by_one.lua"),
        include_str!("watch_late.lua"),
    ]
    .into_iter()
    .map(|text| Program::parse(text).expect("a header"))
    .collect()
}
