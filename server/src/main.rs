//! The `race` binary.
fn main() {}
