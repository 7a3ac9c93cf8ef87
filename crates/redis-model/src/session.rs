//! What a connection has begun: the keys that it watches, the commands that it has queued.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Model;
use super::answer::{Answer, ok, replied};
use super::args::Words;
use super::lookup;
use super::refusal::Refusal;
use super::table::{Run, Spec};
use crate::{Command, Evaluate, Reply};

/// The connection that sends a command, and the interpreter that runs its scripts.
pub struct Caller<'a> {
    pub connection: u32,
    pub scripts: &'a mut dyn Evaluate,
}

/// A connection that has begun something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Session {
    /// Empty once it is dirty: that settles it.
    watched: BTreeSet<Arc<[u8]>>,
    /// A watched key was written to.
    is_dirty: bool,
    /// After MULTI.
    queue: Option<Queue>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Queue {
    commands: Vec<Command>,
    /// One was refused, so EXEC will be.
    is_refused: bool,
}

impl Session {
    pub fn renamed(&self, text: &dyn Fn(&[u8]) -> Vec<u8>) -> Session {
        let queue = self.queue.as_ref().map(|queue| Queue {
            commands: queue.commands.iter().map(|command| renamed(command, text)).collect(),
            ..*queue
        });
        let watched = self.watched.iter().map(|key| Arc::from(text(key))).collect();
        Session { watched, queue, ..*self }
    }
}

/// A command's own name stays, and so does a script's text or hash.
fn renamed(command: &Command, text: &dyn Fn(&[u8]) -> Vec<u8>) -> Command {
    let stay = match command.name().to_ascii_lowercase().as_str() {
        "eval" | "evalsha" | "fcall" => 2,
        "script" | "function" => usize::MAX,
        _ => 1,
    };
    let word = |(at, word): (usize, &Vec<u8>)| if at < stay { word.clone() } else { text(word) };
    Command(command.0.iter().enumerate().map(word).collect())
}

impl Model {
    /// Ends a connection: what it watches and what it has queued is gone.
    pub fn disconnect(&mut self, connection: u32) {
        self.sessions.remove(&connection);
    }

    /// Runs or queues a command that a connection has sent.
    pub(super) fn sent_by(&mut self, caller: &mut Caller, command: &Command) -> Answer {
        let words = command.0.as_slice();
        let spec = match lookup::find(words) {
            Ok(spec) => spec,
            Err(refused) => {
                return Err(self.refused(caller.connection, words, refused.refusal(words)));
            }
        };
        if !spec.ends_or_begins()
            && let Some(session) = self.sessions.get_mut(&caller.connection)
            && let Some(queue) = &mut session.queue
        {
            queue.commands.push(command.clone());
            return Ok(Reply::Status("QUEUED".to_owned()));
        }
        self.run_spec(caller, spec, words)
    }

    fn run_spec(&mut self, caller: &mut Caller, spec: &Spec, words: Words) -> Answer {
        match spec.run {
            Run::Data(run) => run(self, words),
            Run::Caller(run) => run(self, caller, words),
        }
    }

    /// A refusal before a command is queued spoils the transaction; of EXEC itself, ends it.
    fn refused(&mut self, connection: u32, words: Words, refusal: Refusal) -> Refusal {
        if words.first().is_some_and(|name| name.eq_ignore_ascii_case(b"exec")) {
            self.sessions.remove(&connection);
            if let Refusal::Redis(text) = &refusal {
                let reason = text.strip_prefix("ERR ").unwrap_or(text);
                return format!("EXECABORT Transaction discarded because of: {reason}").into();
            }
        }
        if let Some(session) = self.sessions.get_mut(&connection)
            && let Some(queue) = &mut session.queue
        {
            queue.is_refused = true;
        }
        refusal
    }

    /// Makes the transactions dirty that watch a key which was written to.
    pub(super) fn touch(&mut self, key: &[u8]) {
        for session in self.sessions.values_mut() {
            if session.watched.contains(key) {
                session.watched.clear();
                session.is_dirty = true;
            }
        }
    }
}

impl Spec {
    /// Returns true if it is run at once even after MULTI.
    fn ends_or_begins(&self) -> bool {
        matches!(self.name, "exec" | "discard" | "multi" | "watch")
    }
}

pub fn watch(model: &mut Model, caller: &mut Caller, words: Words) -> Answer {
    let session = model.sessions.entry(caller.connection).or_default();
    if session.queue.is_some() {
        return Err("ERR WATCH inside MULTI is not allowed".into());
    }
    if !session.is_dirty {
        session.watched.extend(words[1..].iter().map(|key| Arc::from(key.as_slice())));
    }
    ok()
}

pub fn unwatch(model: &mut Model, caller: &mut Caller, _words: Words) -> Answer {
    // In a transaction it comes with EXEC, which has ended the session before.
    model.sessions.remove(&caller.connection);
    ok()
}

pub fn multi(model: &mut Model, caller: &mut Caller, _words: Words) -> Answer {
    let session = model.sessions.entry(caller.connection).or_default();
    if session.queue.is_some() {
        return Err("ERR MULTI calls can not be nested".into());
    }
    session.queue = Some(Queue::default());
    ok()
}

pub fn discard(model: &mut Model, caller: &mut Caller, _words: Words) -> Answer {
    match model.sessions.get(&caller.connection) {
        Some(Session { queue: Some(_), .. }) => {
            model.sessions.remove(&caller.connection);
            ok()
        }
        _ => Err("ERR DISCARD without MULTI".into()),
    }
}

pub fn exec(model: &mut Model, caller: &mut Caller, _words: Words) -> Answer {
    let is_begun =
        model.sessions.get(&caller.connection).is_some_and(|session| session.queue.is_some());
    let session = if is_begun { model.sessions.remove(&caller.connection) } else { None };
    let Some((queue, is_dirty)) = session.and_then(|s| Some((s.queue?, s.is_dirty))) else {
        return Err("ERR EXEC without MULTI".into());
    };
    if queue.is_refused {
        return Err("EXECABORT Transaction discarded because of previous errors.".into());
    }
    if is_dirty {
        return Ok(Reply::Nil);
    }
    let mut run = |command: &Command| {
        let words = command.0.as_slice();
        let answer = match lookup::find(words) {
            Ok(spec) => model.run_spec(caller, spec, words),
            Err(refused) => Err(refused.refusal(words)),
        };
        replied(answer)
    };
    let replies: Result<Vec<_>, _> = queue.commands.iter().map(&mut run).collect();
    Ok(Reply::Array(replies?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoScripts;

    /// Runs commands, each behind the number of its connection; the last reply.
    fn run(model: &mut Model, commands: &[&str]) -> Reply {
        let mut last = Reply::Nil;
        for command in commands {
            let (connection, words) = command.split_once(' ').unwrap();
            let command = Command::new(words.split(' '));
            last = model.run(connection.parse().unwrap(), &command, &mut NoScripts).unwrap();
        }
        last
    }

    #[test]
    fn a_watched_key_that_is_written_to_refuses_exec_and_nothing_is_left_of_it() {
        let begin = ["1 WATCH k", "1 MULTI", "1 SET k 1"];
        for (between, is_refused) in
            [("2 SET k 5", true), ("1 PING", false), ("2 GET k", false), ("2 SET other 1", false)]
        {
            let mut model = Model::default();
            run(&mut model, &begin);
            run(&mut model, &[between]);
            assert_eq!(run(&mut model, &["1 EXEC"]) == Reply::Nil, is_refused, "{between}");
            assert!(model.sessions.is_empty());
        }
    }

    #[test]
    fn a_key_that_ends_while_it_is_watched_refuses_exec() {
        let mut model = Model::default();
        run(&mut model, &["1 SET k 1 PX 20", "1 WATCH k"]);
        model.advance(19);
        let mut still_there = model.clone();
        assert_eq!(run(&mut still_there, &["1 MULTI", "1 EXEC"]), Reply::Array(Vec::new()));
        model.advance(1);
        assert_eq!(run(&mut model, &["1 MULTI", "1 EXEC"]), Reply::Nil);
    }

    #[test]
    fn a_connection_that_goes_leaves_what_was_done_and_nothing_begun() {
        let mut model = Model::default();
        run(&mut model, &["1 SET k 1", "1 WATCH k", "1 MULTI", "1 SET k 2"]);
        model.disconnect(1);
        let mut other = Model::default();
        run(&mut other, &["2 SET k 1"]);
        assert_eq!(model, other);
    }

    #[test]
    fn a_renamed_store_is_the_one_that_the_renamed_commands_lead_to() {
        let lead = |one: &str, two: &str, connection: u32| {
            let mut model = Model::default();
            for command in [
                format!("{connection} SADD users {one} {two}"),
                format!("{connection} HSET {one} {two} {one}"),
                format!("{connection} RPUSH list {two} {one}"),
                format!("{connection} XADD s 1-1 {one} {two}"),
                format!("{connection} SET t {one} PX 50"),
                format!("{connection} WATCH {one} {two}"),
                format!("{connection} MULTI"),
                format!("{connection} SET {two} {one}"),
            ] {
                run(&mut model, &[&command]);
            }
            model
        };
        let swap = |text: &[u8]| match text {
            b"a" => b"b".to_vec(),
            b"b" => b"a".to_vec(),
            other => other.to_vec(),
        };
        assert_eq!(lead("a", "b", 1).renamed(&swap, &|one| one + 1), lead("b", "a", 2));
    }
}
