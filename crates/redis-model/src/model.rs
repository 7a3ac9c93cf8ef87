//! The store: plain, ordered data that answers a command at once, as Redis 7.0.15 does.
//!
//! *Architecture Invariant:* equal situations are equal values. A key keeps how long it still has,
//! not when it ends; a connection that has begun nothing is not kept at all; what a key holds is
//! shared between copies until it is written to, so that a copy costs little.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::answer::replied;
use crate::functions::LoadedLibrary;
use crate::scripting::Script;
use crate::session::{Caller, Session};
use crate::space::Slot;
use crate::{Command, Evaluate, Lacking, NoScripts, Reply};

/// A Redis as a value: its keys, its connections, its scripts and its clock.
///
/// Two models are equal if they hold the same; a copy shares what it holds until one of the two is written
/// to. A new one is empty.
///
/// ```
/// use redis_model::{Command, Model, NoScripts, Reply};
///
/// let mut model = Model::default();
/// let mut send = |connection, words: &str| {
///     model.run(connection, &Command::new(words.split(' ')), &mut NoScripts)
/// };
/// send(1, "WATCH k")?;
/// send(1, "MULTI")?;
/// send(1, "SET k 1")?;
/// // Another connection writes to the watched key, so that the transaction is refused.
/// send(2, "SET k 2")?;
/// assert_eq!(send(1, "EXEC")?, Reply::Nil);
/// assert_eq!(send(1, "GET k")?, Reply::Bulk(b"2".to_vec()));
/// # Ok::<(), redis_model::Lacking>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Model {
    /// Shared between copies until one of them is written to; and so is each slot.
    pub(crate) keys: Arc<BTreeMap<Arc<[u8]>, Arc<Slot>>>,
    /// The connections that have begun something.
    pub(crate) sessions: BTreeMap<u32, Session>,
    /// The scripts that EVALSHA finds.
    pub(crate) scripts: BTreeSet<Script>,
    /// The libraries that FCALL finds functions in, by their names.
    pub(crate) libraries: BTreeMap<String, LoadedLibrary>,
    /// The time that has passed since the beginning, in ms.
    pub(crate) clock_ms: u64,
}

impl Model {
    /// Runs one command of the connection [`u32::MAX`], where no scripts are run, and returns its reply.
    ///
    /// # Errors
    /// As [`Model::run`].
    pub fn call(&mut self, command: &Command) -> Result<Reply, Lacking> {
        self.run(u32::MAX, command, &mut NoScripts)
    }

    /// Runs one command of a connection and returns its reply, which may be an error reply.
    ///
    /// Connections are numbers of the caller's choice; each begins with its first command and ends with
    /// [`Model::disconnect`]. EVAL, FCALL and their kin are run by `scripts`, all in one step.
    ///
    /// # Errors
    /// Where the command would have needed something that the model lacks. A single command has changed
    /// nothing then, but a transaction that it was sent into will be refused; what a script or EXEC did
    /// before it came that far stays.
    pub fn run(
        &mut self,
        connection: u32,
        command: &Command,
        scripts: &mut dyn Evaluate,
    ) -> Result<Reply, Lacking> {
        replied(self.sent_by(&mut Caller { connection, scripts }, command))
    }

    /// Returns about how many bytes of memory a copy takes that shares nothing.
    pub fn bytes(&self) -> usize {
        const MODEL: usize = 400;
        const TEXT: usize = 100;
        let bytes = Cell::new(MODEL);
        let count = |text: &[u8]| {
            bytes.set(bytes.get() + TEXT + text.len());
            Vec::new()
        };
        drop(self.renamed(&count, &|connection| connection));
        bytes.get()
    }

    /// Returns the same store under other names: every text that it holds and every connection, renamed.
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
            keys: Arc::new(keys.collect()),
            sessions: sessions.collect(),
            scripts: self.scripts.clone(),
            libraries: self.libraries.clone(),
            clock_ms: self.clock_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Commands with a `?` wherever one of two names stands.
    const NAMED: &[&str] = &[
        "SET ? ?",
        "SET ? ? PX 500",
        "GET ?",
        "DEL ?",
        "RENAME ? ?",
        "SADD set ?",
        "SREM set ?",
        "HSET hash ? ?",
        "HDEL hash ?",
        "RPUSH list ? ?",
        "LPOP list",
        "XADD stream * ? ?",
        "WATCH ?",
        "MULTI",
        "EXEC",
        "SADD ? x",
    ];

    proptest! {
        #[test]
        fn a_renamed_store_is_the_one_that_renamed_commands_lead_to(
            sent in prop::collection::vec((0..NAMED.len(), 0..2_u32, any::<[bool; 2]>()), 0..40),
        ) {
            let lead = |swapped: bool| {
                let mut model = Model::default();
                for (at, connection, names) in &sent {
                    let mut names = names.iter().map(|name| if *name != swapped { "a" } else { "b" });
                    let word = |word| if word == "?" { names.next().unwrap() } else { word };
                    let command = Command::new(NAMED[*at].split(' ').map(word));
                    let connection = if swapped { 1 - connection } else { *connection };
                    model.run(connection, &command, &mut NoScripts).unwrap();
                    model.advance(30);
                }
                model
            };
            let swap = |text: &[u8]| match text {
                b"a" => b"b".to_vec(),
                b"b" => b"a".to_vec(),
                other => other.to_vec(),
            };
            prop_assert_eq!(lead(false).renamed(&swap, &|connection| 1 - connection), lead(true));
        }
    }

    fn run(commands: &[&str]) -> Model {
        let mut model = Model::default();
        for command in commands {
            model.call(&Command::new(command.split(' '))).unwrap();
        }
        model
    }

    #[test]
    fn equal_situations_are_equal_values_however_they_came_about() {
        let ways: &[(&[&str], &[&str])] = &[
            (&[], &["SET k 1", "DEL k"]),
            (&[], &["LPUSH l 1", "RPOP l", "HSET h f v", "HDEL h f", "SADD s 1", "SREM s 1"]),
            (&[], &["WATCH k", "SET k 1", "UNWATCH", "DEL k"]),
            (&[], &["WATCH k", "MULTI", "SET k 1", "DISCARD"]),
            (&["SET k 1"], &["MULTI", "SET k 1", "EXEC"]),
            (&["SET k 2"], &["SET k 1 EX 5", "INCR k", "PERSIST k"]),
            (&["SET k 1 PX 5000"], &["SET k 1", "EXPIRE k 5"]),
            (&["SADD s 1 2"], &["SADD s 2", "SADD s 1"]),
        ];
        for (one, other) in ways {
            assert_eq!(run(one), run(other), "{other:?}");
        }
        assert_ne!(run(&["SET k 1"]), run(&["SET k 1 PX 5000"]));
        assert_ne!(run(&[]), run(&["WATCH k"]));
    }

    #[test]
    fn a_copy_is_its_own_and_may_go_to_another_thread() {
        fn is_free<T: Send + Sync>(_: &T) {}
        let one = run(&["SADD s 1", "RPUSH l 1"]);
        let mut other = one.clone();
        other.call(&Command::new(["SADD", "s", "2"])).unwrap();
        other.call(&Command::new(["RPOP", "l"])).unwrap();
        assert_eq!(one, run(&["SADD s 1", "RPUSH l 1"]));
        assert_eq!(other, run(&["SADD s 1 2"]));
        is_free(&one);
    }

    #[test]
    fn keys_that_end_say_when_and_are_gone_then() {
        let mut model = run(&["SET a 1 PX 20", "SET b 1 EX 5", "SET c 1"]);
        assert_eq!(model.next_expiry_ms(), Some(20));
        model.advance(20);
        assert_eq!(model.next_expiry_ms(), Some(4_980));
        model.advance(u64::MAX);
        assert_eq!(model.next_expiry_ms(), None);
        assert_eq!(model.call(&Command::new(["EXISTS", "a", "b", "c"])), Ok(Reply::Int(1)));
    }
}
