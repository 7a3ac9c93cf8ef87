//! The seam to whatever runs scripts: EVAL is a program inside a command.

use crate::{Command, Lacking, Refusal, Reply};

/// A script as EVAL runs it, or one function of a library as FCALL does.
#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    /// The whole text, its first line included.
    pub text: &'a str,
    /// The function that is called, if the text is a library.
    pub function: Option<&'a [u8]>,
    /// The keys.
    pub keys: &'a [Vec<u8>],
    /// The arguments behind the keys.
    pub argv: &'a [Vec<u8>],
}

/// An interpreter that a [`Model`](crate::Model) runs its scripts with.
pub trait Evaluate {
    /// Checks that a text is a script or a library, and runs nothing.
    ///
    /// # Errors
    /// Where it is none, in Redis's words.
    fn compile(&mut self, text: &str) -> Result<(), Refusal>;

    /// Returns the names of the functions that a library registers, in their order.
    ///
    /// # Errors
    /// Where its text fails, with the reason alone.
    fn functions(&mut self, library: &str) -> Result<Vec<Vec<u8>>, Refusal>;

    /// Runs a script to its end, each of its calls being answered at once, and returns its reply.
    ///
    /// # Errors
    /// Where it fails, in Redis's words. What one of its calls lacks, the model notes by itself.
    fn evaluate(
        &mut self,
        invocation: &Invocation<'_>,
        answer: &mut dyn FnMut(&Command) -> Reply,
    ) -> Result<Reply, Refusal>;
}

/// The interpreter where no scripts are run: everything that needs one is [`Lacking::Scripts`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NoScripts;

impl Evaluate for NoScripts {
    fn compile(&mut self, _text: &str) -> Result<(), Refusal> {
        Err(Lacking::Scripts.into())
    }

    fn functions(&mut self, _library: &str) -> Result<Vec<Vec<u8>>, Refusal> {
        Err(Lacking::Scripts.into())
    }

    fn evaluate(
        &mut self,
        _invocation: &Invocation<'_>,
        _answer: &mut dyn FnMut(&Command) -> Reply,
    ) -> Result<Reply, Refusal> {
        Err(Lacking::Scripts.into())
    }
}
