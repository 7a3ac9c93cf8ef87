//! Colours on a terminal.

use std::io::IsTerminal;

/// How words are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Plain text.
    Plain,
    /// ANSI colours.
    Coloured,
}

impl Ink {
    /// Colours on a terminal, unless `NO_COLOR` is set.
    pub fn of_stdout() -> Ink {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        if wanted && std::io::stdout().is_terminal() { Ink::Coloured } else { Ink::Plain }
    }

    /// Returns a text in this colour.
    pub fn paint(self, code: &str, text: &str) -> String {
        match self {
            Ink::Plain => text.to_owned(),
            Ink::Coloured => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}
