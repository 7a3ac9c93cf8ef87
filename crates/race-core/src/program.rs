//! A Lua file's header, read by machine: what a program takes, returns and breaks.

mod bare;
mod fields;
mod header;
mod keys;
mod library;

pub use fields::HeaderError;
pub use header::{Program, Returned};
pub use keys::KeyKind;
pub use library::Library;
