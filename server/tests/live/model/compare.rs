//! The same commands to the model and to a real Redis, and the first reply that differs.

use std::collections::BTreeMap;
use std::fmt;

use race_server::backends::Backends;
use race_server::store::connection::Connection;
use redis_lua::Scripts;
use redis_model::Model;
use redis_model::{Command, Reply};

use super::generate::{CALL, CONNECTIONS, PCALL};
use crate::support::{connect, private};

/// A command, and whose it is.
#[derive(Clone, Debug)]
pub struct Sent {
    pub connection: u32,
    pub command: Command,
}

/// How replies are compared that cannot be equal.
#[derive(Clone, Copy)]
enum How {
    /// In any order.
    Sorted,
    /// Two by two, in any order.
    SortedPairs,
    /// The same if negative, else about the same: so much later, in the reply's own unit.
    Near(u64),
    /// Seconds, and what is behind them.
    Time,
    /// Ids that a clock has made are all one.
    ClockIds,
    /// As the command that the script calls, if it calls what its arguments say.
    Script,
}

/// Every command whose reply may differ from the model's, and why.
const DIFFERENT: &[(&str, How, &str)] = &[
    ("SMEMBERS", How::Sorted, "the order of a set is an accident of Redis's memory"),
    ("SINTER", How::Sorted, "the order of a set is an accident of Redis's memory"),
    ("SUNION", How::Sorted, "the order of a set is an accident of Redis's memory"),
    ("SDIFF", How::Sorted, "the order of a set is an accident of Redis's memory"),
    ("KEYS", How::Sorted, "the order of all keys is an accident of Redis's memory"),
    ("HKEYS", How::Sorted, "the order of a hash is that of its making, or an accident"),
    ("HVALS", How::Sorted, "the order of a hash is that of its making, or an accident"),
    ("HGETALL", How::SortedPairs, "the order of a hash is that of its making, or an accident"),
    ("TTL", How::Near(5), "Redis's clock goes on while the model's stands"),
    ("PTTL", How::Near(5_000), "Redis's clock goes on while the model's stands"),
    ("TIME", How::Time, "Redis's clock goes on while the model's stands"),
    ("XADD", How::ClockIds, "an id by `*` is the clock's"),
    ("XRANGE", How::ClockIds, "an id by `*` is the clock's"),
    ("XREVRANGE", How::ClockIds, "an id by `*` is the clock's"),
    ("EVAL", How::Script, "what a script calls may be one of these"),
    ("EVALSHA", How::Script, "what a script calls may be one of these"),
];

/// A model and a Redis of our own, with the same connections.
pub struct Pair {
    connections: Vec<Connection>,
    scripts: Scripts,
    _backends: Backends,
}

/// Where the two part.
pub struct Difference {
    at: usize,
    model: Reply,
    real: Reply,
}

impl Pair {
    pub async fn new() -> Pair {
        let backends = private().await;
        let mut connections = Vec::new();
        for _ in 0..CONNECTIONS {
            connections.push(connect(&backends).await);
        }
        Pair { connections, scripts: Scripts::new(), _backends: backends }
    }

    /// Sends everything to both, from an empty store; returns the replies of both, or where they differ.
    pub async fn run(&mut self, sequence: &[Sent]) -> Result<Vec<Reply>, Difference> {
        let mut model = self.begin().await;
        let mut queues: BTreeMap<u32, Vec<Command>> = BTreeMap::new();
        let mut replies = Vec::with_capacity(sequence.len());
        for run in sequence.chunk_by(|a, b| a.connection == b.connection) {
            let commands: Vec<_> = run.iter().map(|sent| sent.command.clone()).collect();
            let connection = &self.connections[run[0].connection as usize];
            let reals = connection.call_all(&commands).await.expect("answers");
            for (Sent { connection, command }, real) in run.iter().zip(reals) {
                let answer = model.run(*connection, command, &mut self.scripts);
                let modelled = answer.unwrap_or_else(|lacking| lacking.reply());
                let queue = queues.entry(*connection).or_default();
                if !is_same(command, &modelled, &real, queue) {
                    return Err(Difference { at: replies.len(), model: modelled, real });
                }
                match command.name().to_ascii_uppercase().as_str() {
                    "MULTI" | "EXEC" | "DISCARD" if !matches!(real, Reply::Error(_)) => {
                        queue.clear();
                    }
                    _ if real == Reply::Status("QUEUED".into()) => queue.push(command.clone()),
                    _ => {}
                }
                replies.push(modelled);
            }
        }
        Ok(replies)
    }

    /// Sends everything to both; if they part, finds out what is needed for that, and fails.
    pub async fn hold(&mut self, sequence: &[Sent], again: &str) -> Vec<Reply> {
        match self.run(sequence).await {
            Ok(replies) => replies,
            Err(difference) => {
                let shortest = self.shrunk(sequence[..=difference.at].to_vec()).await;
                let difference = self.run(&shortest).await.err().unwrap_or(difference);
                let listed: Vec<String> = shortest.iter().map(Sent::to_string).collect();
                panic!("\n{}\n{difference}\nagain: {again}", listed.join("\n"));
            }
        }
    }

    /// The same without what it can do without: ever smaller parts are left out.
    async fn shrunk(&mut self, mut sequence: Vec<Sent>) -> Vec<Sent> {
        let mut part = sequence.len().div_ceil(2);
        loop {
            let mut from = 0;
            while from < sequence.len() {
                let mut without = sequence.clone();
                without.drain(from..(from + part).min(sequence.len()));
                match self.run(&without).await {
                    Err(difference) => {
                        without.truncate(difference.at + 1);
                        sequence = without;
                    }
                    Ok(_) => from += part,
                }
            }
            if part == 1 {
                return sequence;
            }
            part = part.div_ceil(2);
        }
    }

    /// Empties the Redis, and returns a new model with Redis's clock.
    async fn begin(&self) -> Model {
        let commands = ["DISCARD", "UNWATCH"].map(|word| Command::new([word]));
        for connection in &self.connections {
            connection.call_all(&commands).await.expect("answers");
        }
        let commands = ["FLUSHALL", "SCRIPT FLUSH", "FUNCTION FLUSH", "TIME"];
        let commands = commands.map(|words| Command::new(words.split(' ')));
        let replies = self.connections[0].call_all(&commands).await.expect("answers");
        let mut model = Model::default();
        let began = ms(&model.call(&commands[3]).unwrap()).expect("a time");
        let now = ms(&replies[3]).expect("a time");
        model.advance(u64::try_from(now - began).expect("the model's clock begins in the past"));
        model
    }
}

/// The reply of TIME in ms.
fn ms(time: &Reply) -> Option<i64> {
    let Reply::Array(parts) = time else { return None };
    let number = |part: &Reply| match part {
        Reply::Bulk(bytes) => std::str::from_utf8(bytes).ok()?.parse::<i64>().ok(),
        _ => None,
    };
    Some(number(parts.first()?)? * 1_000 + number(parts.get(1)?)? / 1_000)
}

fn is_same(command: &Command, model: &Reply, real: &Reply, queue: &[Command]) -> bool {
    let name = command.name().to_ascii_uppercase();
    match (model, real) {
        _ if model == real => true,
        (Reply::Array(all), Reply::Array(reals)) if name == "EXEC" => {
            let is_long_enough = all.len() == queue.len() && reals.len() == queue.len();
            let mut replies = queue.iter().zip(all.iter().zip(reals));
            is_long_enough && replies.all(|(command, (a, b))| is_same(command, a, b, &[]))
        }
        _ => {
            let how = DIFFERENT.iter().find(|(different, ..)| *different == name);
            how.is_some_and(|(_, how, _)| how.is_same(command, model, real))
        }
    }
}

impl How {
    fn is_same(self, command: &Command, model: &Reply, real: &Reply) -> bool {
        match (self, model, real) {
            (How::Sorted, Reply::Array(a), Reply::Array(b)) => sorted(a, 1) == sorted(b, 1),
            (How::SortedPairs, Reply::Array(a), Reply::Array(b)) => sorted(a, 2) == sorted(b, 2),
            (How::Near(most), Reply::Int(a @ 0..), Reply::Int(b @ 0..)) => a.abs_diff(*b) <= most,
            (How::Time, _, _) => {
                ms(model).zip(ms(real)).is_some_and(|(a, b)| a.abs_diff(b) <= 5_000)
            }
            (How::ClockIds, _, _) => without_clock(model) == without_clock(real),
            (How::Script, _, _) => match command.0.as_slice() {
                [_, text, _, called @ ..]
                    if [CALL, PCALL].map(str::as_bytes).contains(&&**text) =>
                {
                    is_same(&Command(called.to_vec()), model, real, &[])
                }
                _ => false,
            },
            _ => false,
        }
    }
}

fn sorted(replies: &[Reply], by: usize) -> Vec<&[Reply]> {
    let mut parts: Vec<_> = replies.chunks(by).collect();
    parts.sort();
    parts
}

fn without_clock(reply: &Reply) -> Reply {
    match reply {
        Reply::Bulk(text) if text.len() > 14 && text[13] == b'-' && text[0] == b'1' => {
            Reply::Bulk(b"now".to_vec())
        }
        Reply::Array(replies) => Reply::Array(replies.iter().map(without_clock).collect()),
        other => other.clone(),
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.connection)?;
        for word in &self.command.0 {
            write!(f, " \"{}\"", word.escape_ascii())?;
        }
        Ok(())
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the model: {:?}\nthe Redis: {:?}", self.model, self.real)
    }
}
