//! Lua scripts as Redis 7.0.15 runs them, stepped from call to call, without a server.
//!
//! [`Vm`] compiles a text and steps as many runs of it as are wanted, each stopping at every `redis.call`
//! until the caller hands in the reply; [`Scripts`] runs EVAL and FCALL for a [`redis_model::Model`].
//!
//! *Architecture Invariant:* `lua.rs` is the one file that names the Lua VM, so that it can be
//! changed for another.

mod code;
mod convert;
mod error;
mod failure;
mod hosts;
mod interpreter;
mod kind;
mod libs;
mod lua;
mod run;
mod scripts;
mod strtod;
mod values;
mod vm;

#[cfg(test)]
mod redis_tests;
#[cfg(test)]
mod sandbox_tests;
#[cfg(test)]
mod vm_tests;

pub use error::ProgramError;
pub use failure::{Failure, Limit};
pub use run::Run;
pub use scripts::Scripts;
pub use vm::{Turn, Vm};
