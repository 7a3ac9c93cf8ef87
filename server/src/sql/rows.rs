//! A race's rows: set before its first grab, read after its last.

use std::sync::Arc;

use race_engine::keyspace::{Holdings, Keyspace};
use race_engine::parse::integer;
use race_engine::sql::is_statement;
use redis_model::{Command, Reply};

use super::error::SqlError;
use super::pool::Pool;

/// Sets a race's rows as its config says.
///
/// # Errors
///
/// Fails if the database refuses a statement or is gone.
pub async fn prepare(pool: &Arc<Pool>, at: &Keyspace<'_>) -> Result<(), SqlError> {
    ask(pool, at.load()).await.map(drop)
}

/// Reads what a race left behind.
///
/// # Errors
///
/// Fails if the database refuses a statement or is gone.
pub async fn read(pool: &Arc<Pool>, at: &Keyspace<'_>) -> Result<Holdings, SqlError> {
    let stock = at.stock();
    let asked = stock.iter().flat_map(|stock| stock.ask()).chain(at.ask_winners());
    let commands: Vec<_> = asked.filter(is_statement).collect();
    let mut replies = ask(pool, commands.clone()).await?.into_iter();
    let racer = |name: &[u8]| u32::try_from(integer(name)?).ok();
    // What Redis holds is read elsewhere.
    let answer = |command: &Command| match is_statement(command) {
        true => replies.next().unwrap_or(Reply::Nil),
        false => Reply::Nil,
    };
    Ok(at.read(racer, answer))
}

/// Sends those commands that are statements, one after the other.
///
/// # Errors
///
/// Fails if the database refuses a statement or is gone.
pub async fn ask(
    pool: &Arc<Pool>,
    commands: impl IntoIterator<Item = Command>,
) -> Result<Vec<Reply>, SqlError> {
    let mut replies = Vec::new();
    for command in commands.into_iter().filter(is_statement) {
        match pool.clone().call(command).await? {
            Reply::Error(refusal) => {
                let why = refusal.strip_prefix("ERR ").unwrap_or(&refusal);
                return Err(SqlError::StatementRefused { why: why.to_owned() });
            }
            reply => replies.push(reply),
        }
    }
    Ok(replies)
}
