//! The first line of a script that begins with `#!`, in which a script says what it needs.
//!
//! ```
//! let script = redis_model::shebang::read(b"#!lua flags=no-writes\nreturn 1")?;
//! assert!(script.only_reads);
//! assert_eq!(script.body, b"\nreturn 1");
//!
//! let library = redis_model::shebang::library(b"#!lua name=mylib\nreturn 1")?;
//! assert_eq!(library.name, "mylib");
//! # Ok::<(), redis_model::shebang::ShebangError>(())
//! ```

use super::args::cut;

/// Flags that change nothing where there is one Redis with memory enough.
const IDLE: &[&str] = &["allow-oom", "allow-stale", "no-cluster", "allow-cross-slot-keys"];

/// The first line of a script, and what is left of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shebang<'a> {
    /// The script without that line; the line break stays, so that lines are those of the whole.
    pub body: &'a [u8],
    /// True if it promises to read only.
    pub only_reads: bool,
}

/// The first line of a library of functions, and what is left of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryShebang<'a> {
    /// The name of the library.
    pub name: &'a str,
    /// The text without that line; the line break stays.
    pub body: &'a [u8],
}

/// Why Redis does not take a first line; as text, Redis's words without `ERR`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShebangError {
    /// A script has no line behind it.
    #[error("Invalid script shebang")]
    Unfinished,
    /// A script is for another engine than Lua, which is named with its `#!`.
    #[error("Unexpected engine in script shebang: {0}")]
    Engine(String),
    /// A script has something else than `flags=` behind the engine.
    #[error("Unknown lua shebang option: {0}")]
    Option(String),
    /// A script has a flag that Redis does not know.
    #[error("Unexpected flag in script shebang: {0}")]
    Flag(String),
    /// A library has no such line.
    #[error("Missing library metadata")]
    NoMetadata,
    /// A library has no line behind it, or one that is no UTF-8.
    #[error("Invalid library metadata")]
    Metadata,
    /// A library has something else than `name=` behind the engine.
    #[error("Invalid metadata value given: {0}")]
    MetadataValue(String),
    /// A library has more than one name.
    #[error("Invalid metadata value, name argument was given multiple times")]
    Names,
    /// A library has no name.
    #[error("Library name was not given")]
    NoName,
    /// A library has a name that Redis does not allow.
    #[error(
        "Library names can only contain letters, numbers, or underscores(_) and must be at least one \
         character long"
    )]
    Name,
    /// A library is for another engine than Lua.
    #[error("Engine '{0}' not found")]
    LibraryEngine(String),
}

/// Returns the first line of a script as EVAL reads it; a script need not have one.
///
/// # Errors
/// Where it has one that Redis does not take.
pub fn read(script: &[u8]) -> Result<Shebang<'_>, ShebangError> {
    if !script.starts_with(b"#!") {
        return Ok(Shebang { body: script, only_reads: false });
    }
    let end = script.iter().position(|byte| *byte == b'\n').ok_or(ShebangError::Unfinished)?;
    let (line, body) = script.split_at(end);
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_ascii_whitespace();
    let engine = words.next().unwrap_or_default();
    if engine != "#!lua" {
        return Err(ShebangError::Engine(shown(engine)));
    }
    let mut only_reads = false;
    for word in words {
        let flags = word.trim_matches('"').strip_prefix("flags=");
        let flags = flags.ok_or_else(|| ShebangError::Option(shown(word)))?;
        for flag in flags.split(',').filter(|_| !flags.is_empty()) {
            match flag {
                "no-writes" => only_reads = true,
                idle if IDLE.contains(&idle) => {}
                _ => return Err(ShebangError::Flag(shown(flag))),
            }
        }
    }
    Ok(Shebang { body, only_reads })
}

/// Returns the first line of a library as FUNCTION LOAD reads it.
///
/// # Errors
/// Where it has none, or one that Redis does not take.
pub fn library(text: &[u8]) -> Result<LibraryShebang<'_>, ShebangError> {
    if !text.starts_with(b"#!") {
        return Err(ShebangError::NoMetadata);
    }
    let end = text.iter().position(|byte| *byte == b'\n').ok_or(ShebangError::Metadata)?;
    let (line, body) = text.split_at(end);
    let line = str::from_utf8(line).map_err(|_| ShebangError::Metadata)?;
    let mut words = line.split_ascii_whitespace();
    let engine = words.next().unwrap_or_default().trim_start_matches("#!");
    let mut name = None;
    for word in words {
        let is_name = word.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("name="));
        if !is_name {
            return Err(ShebangError::MetadataValue(shown(word)));
        }
        if name.replace(&word[5..]).is_some() {
            return Err(ShebangError::Names);
        }
    }
    let name = name.ok_or(ShebangError::NoName)?;
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if name.is_empty() || !name.bytes().all(is_letter) {
        return Err(ShebangError::Name);
    }
    if !engine.eq_ignore_ascii_case("lua") {
        return Err(ShebangError::LibraryEngine(engine.to_owned()));
    }
    Ok(LibraryShebang { name, body })
}

/// A word of the line as an error repeats it.
fn shown(word: &str) -> String {
    cut(word.as_bytes(), usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_read_as_in_redis() {
        let cases = [
            ("return 1", Ok(false)),
            ("\n#!js\n", Ok(false)),
            ("#!lua\n", Ok(false)),
            ("#!lua flags=\n", Ok(false)),
            ("#!lua flags=allow-oom,no-writes\n", Ok(true)),
            ("#!lua  \"flags=no-writes\" flags=no-cluster\n", Ok(true)),
            ("#!lua", Err("Invalid script shebang")),
            ("#!js\n", Err("Unexpected engine in script shebang: #!js")),
            ("#! lua\n", Err("Unexpected engine in script shebang: #!")),
            ("#!lua name=x\n", Err("Unknown lua shebang option: name=x")),
            ("#!lua flags=no-writes,\n", Err("Unexpected flag in script shebang: ")),
        ];
        for (text, expected) in cases {
            let read = read(text.as_bytes()).map(|shebang| shebang.only_reads);
            assert_eq!(read.map_err(|error| error.to_string()), expected.map_err(str::to_owned));
        }
    }
}
