//! Commands and replies, as they go over the wire.

/// One command as it goes to Redis: the name first, then its arguments, as bytes.
///
/// ```
/// use redis_model::Command;
///
/// let command = Command::new(["set", "k", "1"]);
/// assert_eq!(command.name(), "set");
/// assert_eq!(command, Command::new("set k 1".split(' ')));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Command(pub Vec<Vec<u8>>);

/// A reply of Redis, as RESP2 has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reply {
    /// Nothing: the null bulk string or the null array.
    Nil,
    /// A whole number.
    Int(i64),
    /// A text, which may be any bytes.
    Bulk(Vec<u8>),
    /// A short answer such as `OK`.
    Status(String),
    /// An error, its code first: `ERR …`, `WRONGTYPE …`.
    Error(String),
    /// A list of replies.
    Array(Vec<Reply>),
}

impl Command {
    /// Returns the command that consists of these words.
    pub fn new<W: AsRef<[u8]>>(words: impl IntoIterator<Item = W>) -> Command {
        Command(words.into_iter().map(|word| word.as_ref().to_vec()).collect())
    }

    /// Returns the command's name as it was written; empty for a command without words, or if the name is
    /// no UTF-8.
    pub fn name(&self) -> &str {
        self.0.first().and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default()
    }
}
