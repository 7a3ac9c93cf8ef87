//! Why a text is not a program.

use std::fmt;

use crate::store::Reply;

/// Why a text is not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    /// The line, counted from 1, if the compiler knows it.
    pub line: Option<u32>,
    /// What the compiler says.
    pub message: String,
    is_shebang: bool,
}

impl ProgramError {
    /// What EVAL replies to such a text.
    pub fn reply(&self) -> Reply {
        let message = &self.message;
        Reply::Error(match (self.line, self.is_shebang) {
            (_, true) => format!("ERR {message}"),
            (Some(line), _) => {
                format!("ERR Error compiling script (new function): user_script:{line}: {message}")
            }
            (None, _) => format!("ERR Error compiling script (new function): {message}"),
        })
    }

    /// A first line that Redis would not take.
    pub(super) fn shebang(message: String) -> ProgramError {
        ProgramError { line: Some(1), message, is_shebang: true }
    }

    /// From the compiler's text, `user_script:3: '=' expected near 'z'`.
    pub(super) fn compiler(told: String) -> ProgramError {
        let parts = told.strip_prefix("user_script:").and_then(|rest| rest.split_once(": "));
        match parts.map(|(line, message)| (line.parse(), message)) {
            Some((Ok(line), message)) => {
                ProgramError { line: Some(line), message: message.to_owned(), is_shebang: false }
            }
            _ => ProgramError { line: None, message: told, is_shebang: false },
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
