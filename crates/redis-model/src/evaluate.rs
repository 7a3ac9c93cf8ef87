//! Who runs scripts for a store: EVAL is a program inside a command.

use crate::{Command, Reply};

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
