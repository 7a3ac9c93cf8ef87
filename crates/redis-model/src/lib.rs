#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`Command`] and [`Reply`]; [`Model`], the store; `space`, keys and what they hold; `table`, every
//! command in one table; `lookup`, from words to a row of it; `session`, what a connection has begun
//! (WATCH, MULTI); `scripting` and `functions`, which call an [`Evaluate`]; [`Refusal`] and [`Lacking`],
//! why a command has no result; [`shebang`], the first line of a script; then one file a data type:
//! `strings`, `hashes`, `lists`, `sets`, `streams`.

mod answer;
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
mod lookup;
mod model;
mod options;
mod refusal;
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

pub use command::{Command, Reply};
pub use evaluate::{Evaluate, Invocation, NoScripts};
pub use lacking::{LACKING, Lacking};
pub use model::Model;
pub use refusal::Refusal;
pub use table::{COMMANDS, Keys, Spec};

#[cfg(test)]
mod tests {
    use super::{COMMANDS, LACKING};

    #[test]
    fn the_readme_counts_the_commands() {
        let (known, all) = (COMMANDS.len(), COMMANDS.len() + LACKING.len());
        let count = format!("It has {known} of the {all} commands");
        assert!(include_str!("../README.md").contains(&count), "{count}");
    }
}
