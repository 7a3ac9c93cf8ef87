//! Redis 7.0.15 as a value: plain, ordered data that answers a command at once, without a server.
//!
//! Reading order: [`Command`] and [`Reply`], [`Model`], `space` (keys and what they hold), `table` (every
//! command in one table), `session` (what a connection has begun: WATCH, MULTI), `scripting`, and then one
//! file a data type.

mod args;
#[cfg(test)]
mod checks;
mod command;
mod evaluate;
mod expiry;
mod functions;
mod glob;
mod hashes;
mod keys;
mod lacking;
mod lists;
mod model;
mod options;
mod scripting;
mod server;
mod session;
mod sets;
pub mod shebang;
mod space;
mod stream_args;
mod stream_id;
mod streams;
mod strings;
mod table;

pub use args::Refusal;
pub use command::{Command, Reply};
pub use evaluate::{Evaluate, Invocation, NoScripts};
pub use lacking::{LACKING, Lacking};
pub use model::Model;
pub use table::{COMMANDS, Keys, Spec};
