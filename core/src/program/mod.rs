//! A Lua file: its header, read by machine, and its run, one command at a time.
//!
//! The header says what a program takes, returns and breaks; [`Vm`] compiles the whole text and
//! steps as many runs of it as there are grabs, each stopping at every `redis.call` until the
//! driver hands in the reply. Without the feature `vm` only the headers are here.
//!
//! *Architecture Invariant:* `lua.rs` is the one file that names the Lua VM, so that it can be
//! changed for another.

mod bare;
mod fields;
mod header;
mod keys;
mod library;

#[cfg(feature = "vm")]
mod code;
#[cfg(feature = "vm")]
mod convert;
#[cfg(feature = "vm")]
mod error;
#[cfg(feature = "vm")]
mod hosts;
#[cfg(feature = "vm")]
mod libs;
#[cfg(feature = "vm")]
mod lua;
#[cfg(feature = "vm")]
mod run;
#[cfg(feature = "vm")]
mod scripts;
#[cfg(feature = "vm")]
mod values;
#[cfg(feature = "vm")]
mod vm;

#[cfg(all(test, feature = "vm"))]
mod redis_tests;
#[cfg(all(test, feature = "vm"))]
mod sandbox_tests;
#[cfg(all(test, feature = "vm"))]
mod vm_tests;

#[cfg(feature = "vm")]
pub use error::ProgramError;
pub use fields::HeaderError;
pub use header::{Program, Returned};
pub use keys::KeyKind;
pub use library::Library;
#[cfg(feature = "vm")]
pub use run::Run;
#[cfg(feature = "vm")]
pub use scripts::Scripts;
#[cfg(feature = "vm")]
pub use vm::{Turn, Vm};
