//! One connection to Redis: commands out, replies in, many in flight at once.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::io::tcp::TcpSettings;
use redis::{Arg, AsyncConnectionConfig, Client, Cmd, Pipeline, ProtocolVersion, Value};
use redis_model::{Command, Reply};

use crate::limits::ANSWER_TIME_MAX;

use super::error::{Refusal, StoreError};
use super::explain;
use super::location::Location;

/// Commands that may wait for the socket; the crate's own 50 would stall a wide race.
const QUEUE: usize = 10_000;
/// Bytes that are gathered before they must be written out.
const WRITE_BUFFER: usize = 1 << 20;
/// How often a program is loaded for the same calls: it may be forgotten again in between.
const LOADS_MAX: usize = 10;

/// A connection to Redis; clones share it. It lives on the runtime that opened it.
#[derive(Clone)]
pub struct Connection {
    connection: MultiplexedConnection,
    address: Arc<str>,
}

/// A script or a function that Redis has loaded.
#[derive(Clone, Debug)]
pub struct Script {
    /// How it is called: `EVALSHA`, `FCALL`.
    pub call: &'static str,
    /// What Redis calls it.
    pub name: String,
    /// What loads it.
    pub load: Command,
    /// The keys it is run with.
    pub keys: Vec<Vec<u8>>,
}

impl Connection {
    /// Connects. Without a time limit for replies the caller must have one of its own.
    ///
    /// # Errors
    ///
    /// Fails if nothing answers there or if the login is refused.
    pub async fn open(
        location: &Location,
        reply_limit: Option<Duration>,
    ) -> Result<Connection, StoreError> {
        let (address, info) = (location.address(), location.info());
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(ANSWER_TIME_MAX))
            .set_response_timeout(reply_limit)
            .set_pipeline_buffer_size(QUEUE)
            .set_write_backpressure_boundary(WRITE_BUFFER);
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP2);
        let info = info
            .clone()
            .set_redis_settings(settings)
            .set_tcp_settings(TcpSettings::default().set_nodelay(true));
        let client = Client::open(info).map_err(|error| explain::connection(&error, &address))?;
        match client.get_multiplexed_async_connection_with_config(&config).await {
            Ok(connection) => Ok(Connection { connection, address: address.into() }),
            Err(error) => Err(explain::connection(&error, &address)),
        }
    }

    /// Sends one command.
    ///
    /// # Errors
    ///
    /// Fails if the connection does; what Redis refuses is a reply.
    pub fn call(
        &self,
        command: &Command,
    ) -> impl Future<Output = Result<Reply, StoreError>> + use<> {
        let (connection, command) = (self.clone(), packed(command));
        async move { connection.send(&command).await }
    }

    /// Sends several commands in one piece.
    ///
    /// # Errors
    ///
    /// Fails if the connection does; what Redis refuses is a reply.
    pub async fn call_all(&self, commands: &[Command]) -> Result<Vec<Reply>, StoreError> {
        let mut pipeline = Pipeline::with_capacity(commands.len());
        for command in commands {
            pipeline.add_command(packed(command));
        }
        self.send_all(&pipeline).await
    }

    /// Makes all the calls of a script in one piece. What Redis has forgotten in the meantime is
    /// loaded again and called once more: it has not run before.
    ///
    /// # Errors
    ///
    /// Fails if the connection does; what Redis refuses is a reply.
    pub async fn run_all(self, calls: Calls) -> Result<Vec<Reply>, StoreError> {
        let mut replies = self.send_all(&calls.pipeline).await?;
        for _ in 0..LOADS_MAX {
            let forgotten: Vec<usize> =
                (0..replies.len()).filter(|at| is_forgotten(&replies[*at])).collect();
            if forgotten.is_empty() {
                break;
            }
            let anew = self.send_all(&calls.anew(&forgotten)).await?;
            for (at, reply) in forgotten.into_iter().zip(anew.into_iter().skip(1)) {
                replies[at] = reply;
            }
        }
        Ok(replies)
    }

    /// Returns the address without user and password.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the error of an answer that did not come in time.
    pub fn silent(&self) -> StoreError {
        StoreError::Silent { address: self.address.to_string() }
    }

    async fn send(mut self, command: &Cmd) -> Result<Reply, StoreError> {
        match self.connection.send_packed_command(command).await {
            Ok(value) => Ok(reply(value)),
            Err(error) => Err(explain::connection(&error, &self.address)),
        }
    }

    async fn send_all(&self, pipeline: &Pipeline) -> Result<Vec<Reply>, StoreError> {
        let mut connection = self.connection.clone();
        match connection.send_packed_commands(pipeline, 0, pipeline.len()).await {
            Ok(values) => Ok(values.into_iter().map(reply).collect()),
            Err(error) => Err(explain::connection(&error, &self.address)),
        }
    }
}

/// Calls of a script that go out in one piece.
pub struct Calls {
    script: Arc<Script>,
    pipeline: Pipeline,
}

impl Calls {
    /// Returns no calls yet, but with room for this number of them.
    pub fn new(script: &Arc<Script>, room: usize) -> Calls {
        Calls { script: script.clone(), pipeline: Pipeline::with_capacity(room) }
    }

    /// Adds a call with these arguments.
    pub fn add(&mut self, argv: &[Vec<u8>]) {
        let Script { call, name, keys, .. } = &*self.script;
        let bytes = |list: &[Vec<u8>]| list.iter().map(Vec::len).sum::<usize>();
        let room = call.len() + name.len() + 2 + bytes(keys) + bytes(argv);
        let mut command = Cmd::with_capacity(3 + keys.len() + argv.len(), room);
        command.arg(call).arg(name).arg(keys.len());
        for word in keys.iter().chain(argv) {
            command.arg(word.as_slice());
        }
        self.pipeline.add_command(command);
    }

    /// Returns some of the calls once more, after the script is loaded: with its whole text this time, so
    /// that it cannot be forgotten again in between. A function has no such call.
    fn anew(&self, which: &[usize]) -> Pipeline {
        let Script { call, load, .. } = &*self.script;
        let mut pipeline = Pipeline::with_capacity(1 + which.len());
        pipeline.add_command(packed(load));
        let all: Vec<&Cmd> = self.pipeline.cmd_iter().collect();
        let text = load.0.last().filter(|_| *call == "EVALSHA");
        for at in which {
            let mut command = redis::cmd(if text.is_some() { "EVAL" } else { call });
            command.arg(text);
            for word in all[*at].args_iter().skip(if text.is_some() { 2 } else { 1 }) {
                if let Arg::Simple(word) = word {
                    command.arg(word);
                }
            }
            pipeline.add_command(command);
        }
        pipeline
    }
}

/// Returns true if Redis did not know what to run.
fn is_forgotten(reply: &Reply) -> bool {
    matches!(reply, Reply::Error(text) if explain::refusal(text) == Refusal::UnknownProgram)
}

fn packed(command: &Command) -> Cmd {
    let mut packed = Cmd::with_capacity(command.0.len(), command.0.iter().map(Vec::len).sum());
    for word in &command.0 {
        packed.arg(word.as_slice());
    }
    packed
}

fn reply(value: Value) -> Reply {
    match value {
        Value::Nil => Reply::Nil,
        Value::Int(number) => Reply::Int(number),
        Value::BulkString(bytes) => Reply::Bulk(bytes),
        Value::Okay => Reply::Status("OK".to_owned()),
        Value::SimpleString(text) => Reply::Status(text),
        Value::Array(values) => Reply::Array(values.into_iter().map(reply).collect()),
        Value::ServerError(error) => Reply::Error(match error.details() {
            Some(details) => format!("{} {details}", error.code()),
            None => error.code().to_owned(),
        }),
        other => Reply::Error(format!("ERR an answer of a kind that was not asked for: {other:?}")),
    }
}
