//! A Lua file's header, read by machine: what a program takes, returns and breaks.

mod bare;
mod error;
mod fields;
mod header;
mod keys;
mod library;

pub use bare::BareHeader;
pub use error::{HeaderError, HeaderWhy};
pub use fields::Returned;
pub use header::Program;
pub use keys::{KeyKind, Need};
pub use library::FunctionLibrary;
