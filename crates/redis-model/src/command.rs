//! Commands and replies, as they go over the wire.

/// One command as it goes to Redis: the name first, then its arguments, as bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Command(pub Vec<Vec<u8>>);

/// What Redis answers, before any Lua has seen it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reply {
    /// Nothing there.
    Nil,
    /// A whole number.
    Int(i64),
    /// A text or any bytes.
    Bulk(Vec<u8>),
    /// A short answer such as `OK`.
    Status(String),
    /// A refusal, its code first: `ERR …`, `WRONGTYPE …`.
    Error(String),
    /// A list of replies.
    Array(Vec<Reply>),
}

impl Command {
    /// A command from its words.
    pub fn new<W: AsRef<[u8]>>(words: impl IntoIterator<Item = W>) -> Command {
        Command(words.into_iter().map(|word| word.as_ref().to_vec()).collect())
    }

    /// The command's name as it was written; empty for a command without words.
    pub fn name(&self) -> &str {
        self.0.first().and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default()
    }
}
