//! What a text is to Redis.

/// What a text is to Redis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A script, which EVAL takes.
    Script,
    /// A program that runs beside Redis, as a client's own code does.
    Client,
    /// A library of functions, which FUNCTION LOAD takes.
    Library,
}

impl Kind {
    /// Returns what Redis calls the text in errors.
    pub fn chunk(self) -> &'static str {
        match self {
            Kind::Script | Kind::Client => "user_script",
            Kind::Library => "user_function",
        }
    }
}
