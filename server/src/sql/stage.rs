//! A race's rows: set before its first grab, read after its last.

use std::sync::Arc;

use race_engine::keyspace::{Holdings, Keyspace};
use race_engine::parse::integer;
use race_engine::sql::is_statement;
use redis_model::{Command, Reply};

use super::pool::Pool;
use crate::store::StoreError;

/// Sets a race's rows as its config says.
pub async fn prepare(pool: &Arc<Pool>, at: &Keyspace<'_>) -> Result<(), StoreError> {
    ask(pool, at.load()).await.map(drop)
}

/// Reads what a race left behind.
pub async fn read(pool: &Arc<Pool>, at: &Keyspace<'_>) -> Result<Holdings, StoreError> {
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

/// Sends those commands that are statements, one after the other; what is refused is an error.
pub async fn ask(
    pool: &Arc<Pool>,
    commands: impl IntoIterator<Item = Command>,
) -> Result<Vec<Reply>, StoreError> {
    let mut replies = Vec::new();
    for command in commands.into_iter().filter(is_statement) {
        match pool.clone().call(command).await? {
            Reply::Error(refusal) => {
                let why = refusal.strip_prefix("ERR ").unwrap_or(&refusal);
                return Err(StoreError::new(format!("The database refused: {why}.")));
            }
            reply => replies.push(reply),
        }
    }
    Ok(replies)
}
