#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`Vm`] and [`Turn`], a compiled program and what a run of it does next; [`Run`]; [`Failure`] and
//! [`ProgramError`], what can go wrong; [`Scripts`], which runs them for a model; `interpreter`, the VM and
//! its limits; `prelude/*.lua`, what of Redis is written in Lua; `values` and `convert`, values in and out;
//! `hosts` and `libs`, the libraries in Rust; `code`, what is changed in compiled programs.
//!
//! *Architecture Invariant:* `lua.rs` is the one file that names the Lua VM, so that it can be changed for
//! another.

#[cfg(test)]
mod bare_vm_tests;
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
