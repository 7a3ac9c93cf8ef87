//! Why a text is not a program.

use redis_model::Reply;

use super::kind::Kind;

/// Why a text is not a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", self.place())]
pub struct ProgramError {
    /// The line, counted from 1, if the compiler knows it.
    pub line: Option<u32>,
    /// The compiler's error, without its place.
    pub message: String,
    /// What the text was meant as; `None` if its first line is wrong.
    kind: Option<Kind>,
}

impl ProgramError {
    /// Returns what EVAL, or FUNCTION LOAD, replies to such a text.
    pub fn reply(&self) -> Reply {
        Reply::Error(self.refusal())
    }

    /// Returns the text of that reply.
    pub(super) fn refusal(&self) -> String {
        let message = &self.message;
        let Some(kind) = self.kind else { return format!("ERR {message}") };
        let what = match kind {
            Kind::Script | Kind::Client => "script (new function)",
            Kind::Library => "function",
        };
        match self.line {
            Some(line) => {
                format!("ERR Error compiling {what}: {}:{line}: {message}", kind.chunk())
            }
            None => format!("ERR Error compiling {what}: {message}"),
        }
    }

    fn place(&self) -> String {
        self.line.map(|line| format!("line {line}: ")).unwrap_or_default()
    }

    /// A first line that Redis would not take.
    pub(super) fn shebang(message: String) -> ProgramError {
        ProgramError { line: Some(1), message, kind: None }
    }

    /// From the compiler's text, `user_script:3: '=' expected near 'z'`.
    pub(super) fn compiler(text: String, kind: Kind) -> ProgramError {
        let rest = text.strip_prefix(kind.chunk()).and_then(|rest| rest.strip_prefix(':'));
        let parts = rest.and_then(|rest| rest.split_once(": "));
        let kind = Some(kind);
        match parts.map(|(line, message)| (line.parse(), message)) {
            Some((Ok(line), message)) => {
                ProgramError { line: Some(line), message: message.to_owned(), kind }
            }
            _ => ProgramError { line: None, message: text, kind },
        }
    }
}
