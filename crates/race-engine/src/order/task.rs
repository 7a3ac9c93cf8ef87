//! What the driver of an ordered race does next.

use crate::grabs::Next;
use redis_model::Command;

/// What the driver of an ordered race does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// It sends what this grab has to send, and hands the answer in with [`super::Order::answered`].
    Send(u32, Next),
    /// It lets the gap between two commands pass.
    Gap,
    /// It lets time pass until the next lock expires.
    Time,
    /// It stops this grab for ever.
    Die(u32),
    /// It gives back what this grab won, with these commands; their answers are not needed.
    Refund(u32, Vec<Command>),
    /// Nothing: every grab has ended.
    Done,
}
