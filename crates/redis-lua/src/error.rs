//! Why a text is not a program.

use std::fmt;

use super::lua::Kind;
use redis_model::Reply;

/// Why a text is not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    /// The line, counted from 1, if the compiler knows it.
    pub line: Option<u32>,
    /// What the compiler says.
    pub message: String,
    /// What the text was meant as; nothing, where its first line is to blame.
    kind: Option<Kind>,
}

impl ProgramError {
    /// What EVAL, or FUNCTION LOAD, replies to such a text.
    pub fn reply(&self) -> Reply {
        let message = &self.message;
        let Some(kind) = self.kind else { return Reply::Error(format!("ERR {message}")) };
        let what = match kind {
            Kind::Script | Kind::Client => "script (new function)",
            Kind::Library => "function",
        };
        Reply::Error(match self.line {
            Some(line) => {
                format!("ERR Error compiling {what}: {}:{line}: {message}", kind.chunk())
            }
            None => format!("ERR Error compiling {what}: {message}"),
        })
    }

    /// A first line that Redis would not take.
    pub(super) fn shebang(message: String) -> ProgramError {
        ProgramError { line: Some(1), message, kind: None }
    }

    /// From the compiler's text, `user_script:3: '=' expected near 'z'`.
    pub(super) fn compiler(told: String, kind: Kind) -> ProgramError {
        let rest = told.strip_prefix(kind.chunk()).and_then(|rest| rest.strip_prefix(':'));
        let parts = rest.and_then(|rest| rest.split_once(": "));
        let kind = Some(kind);
        match parts.map(|(line, message)| (line.parse(), message)) {
            Some((Ok(line), message)) => {
                ProgramError { line: Some(line), message: message.to_owned(), kind }
            }
            _ => ProgramError { line: None, message: told, kind },
        }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ProgramError {}
