//! The model Redis: plain, ordered data that answers a command at once, as Redis 7.0.15 does.
//!
//! Reading order: [`Model`] here, `space` (keys and what they hold), `table` (every command in one
//! table), `session` (what a connection has begun: WATCH, MULTI), `scripting`, and then one file
//! a data type. The server's tests hold every reply against a real Redis.
//!
//! *Architecture Invariant:* equal situations are equal values. A key keeps how long it still has,
//! not when it ends; a connection that has begun nothing is not kept at all; what a key holds is
//! shared between copies until it is written to, so that a copy costs little.

mod args;
mod expiry;
mod glob;
mod hashes;
mod keys;
mod lacking;
mod lists;
mod options;
mod scripting;
mod server;
mod session;
mod sets;
mod space;
mod stream_args;
mod stream_id;
mod streams;
mod strings;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Command, Evaluate, NoScripts, Reply};
use scripting::Script;
use session::{Caller, Session};
use space::Slot;

pub use lacking::LACKING;
pub use table::{COMMANDS, Keys, Spec};

/// Everything the store holds; two models are equal if they hold the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Model {
    keys: BTreeMap<Arc<[u8]>, Arc<Slot>>,
    /// Connections that have begun something.
    sessions: BTreeMap<u32, Session>,
    /// What EVAL and SCRIPT LOAD have left for EVALSHA.
    scripts: BTreeSet<Script>,
    /// How much time has passed since the beginning.
    clock_ms: u64,
}

impl Model {
    /// Runs one command of connection 0, which runs no scripts.
    pub fn call(&mut self, command: &Command) -> Reply {
        self.run_for(0, command, &mut NoScripts)
    }

    /// Runs one command of a connection.
    pub fn run_for(
        &mut self,
        connection: u32,
        command: &Command,
        scripts: &mut dyn Evaluate,
    ) -> Reply {
        let mut caller = Caller { connection, scripts };
        let answer = self.sent_by(&mut caller, command);
        answer.unwrap_or_else(|refusal| Reply::Error(refusal.into_owned()))
    }

    /// The same store under other names: every text that it holds and every connection, renamed.
    /// The texts of scripts and the names of commands stay as they are.
    pub fn renamed(
        &self,
        text: &dyn Fn(&[u8]) -> Vec<u8>,
        connection: &dyn Fn(u32) -> u32,
    ) -> Model {
        let keys = self.keys.iter().map(|(key, slot)| {
            let slot = Slot { value: slot.value.renamed(text), left_ms: slot.left_ms };
            (Arc::from(text(key)), Arc::new(slot))
        });
        let sessions = self
            .sessions
            .iter()
            .map(|(number, session)| (connection(*number), session.renamed(text)));
        Model {
            keys: keys.collect(),
            sessions: sessions.collect(),
            scripts: self.scripts.clone(),
            clock_ms: self.clock_ms,
        }
    }
}
