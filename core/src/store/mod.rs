//! What a program talks to: commands, replies, and the model that answers them without a Redis.

pub mod model;
pub mod sql;

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

/// Runs scripts for a store: EVAL is a program inside a command.
///
/// Of a library of functions, the first argument is the name of the one that is called; without
/// any it returns the names of all.
pub trait Evaluate {
    /// Whether a text is a script; Redis's refusal if it is not. Nothing is run.
    fn compile(&mut self, _text: &str) -> Result<(), String> {
        Ok(())
    }

    /// Runs a script to its end, its calls being answered at once; what it returned, or its error.
    fn evaluate(
        &mut self,
        text: &str,
        keys: &[Vec<u8>],
        argv: &[Vec<u8>],
        answer: &mut dyn FnMut(&Command) -> Reply,
    ) -> Reply;
}

/// Where no scripts are run.
pub struct NoScripts;

impl Evaluate for NoScripts {
    fn evaluate(
        &mut self,
        _text: &str,
        _keys: &[Vec<u8>],
        _argv: &[Vec<u8>],
        _answer: &mut dyn FnMut(&Command) -> Reply,
    ) -> Reply {
        Reply::Error("ERR no scripts are run here".to_owned())
    }
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
