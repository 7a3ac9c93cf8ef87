//! The first line of a script that begins with `#!`: what the script says about itself.

use super::args::cut;

/// Flags that change nothing where there is one Redis with memory enough.
const IDLE: &[&str] = &["allow-oom", "allow-stale", "no-cluster", "allow-cross-slot-keys"];

/// What a script's first line says, and what is left of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shebang<'a> {
    /// The script without that line; the line break stays, so that lines are those of the whole.
    pub body: &'a [u8],
    /// Whether it promises to read only.
    pub only_reads: bool,
}

/// Reads the first line, if it is one of those; the error is Redis's, without `ERR`.
pub fn read(script: &[u8]) -> Result<Shebang<'_>, String> {
    if !script.starts_with(b"#!") {
        return Ok(Shebang { body: script, only_reads: false });
    }
    let end = script.iter().position(|byte| *byte == b'\n').ok_or("Invalid script shebang")?;
    let (line, body) = script.split_at(end);
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_ascii_whitespace();
    let engine = words.next().unwrap_or_default();
    if engine != "#!lua" {
        return Err(refusal("Unexpected engine in script shebang", engine));
    }
    let mut only_reads = false;
    for word in words {
        let flags = word.trim_matches('"').strip_prefix("flags=");
        let flags = flags.ok_or_else(|| refusal("Unknown lua shebang option", word))?;
        for flag in flags.split(',').filter(|_| !flags.is_empty()) {
            match flag {
                "no-writes" => only_reads = true,
                idle if IDLE.contains(&idle) => {}
                _ => return Err(refusal("Unexpected flag in script shebang", flag)),
            }
        }
    }
    Ok(Shebang { body, only_reads })
}

/// A library of functions: what FUNCTION LOAD gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Library<'a> {
    /// What its first line calls it.
    pub name: &'a str,
    /// The text without that line; the line break stays.
    pub body: &'a [u8],
}

/// Reads a library's first line; the error is Redis's, without `ERR`.
pub fn library(text: &[u8]) -> Result<Library<'_>, String> {
    if !text.starts_with(b"#!") {
        return Err("Missing library metadata".to_owned());
    }
    let end = text.iter().position(|byte| *byte == b'\n').ok_or("Invalid library metadata")?;
    let (line, body) = text.split_at(end);
    let line = str::from_utf8(line).map_err(|_| "Invalid library metadata")?;
    let mut words = line.split_ascii_whitespace();
    let engine = words.next().unwrap_or_default().trim_start_matches("#!");
    let mut name = None;
    for word in words {
        let is_name = word.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("name="));
        if !is_name {
            return Err(refusal("Invalid metadata value given", word));
        }
        if name.replace(&word[5..]).is_some() {
            return Err("Invalid metadata value, name argument was given multiple times".to_owned());
        }
    }
    let name = name.ok_or("Library name was not given")?;
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if name.is_empty() || !name.bytes().all(is_letter) {
        return Err(
            "Library names can only contain letters, numbers, or underscores(_) and must be \
                    at least one character long"
                .to_owned(),
        );
    }
    if !engine.eq_ignore_ascii_case("lua") {
        return Err(format!("Engine '{engine}' not found"));
    }
    Ok(Library { name, body })
}

fn refusal(what: &str, word: &str) -> String {
    format!("{what}: {}", cut(word.as_bytes(), usize::MAX))
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
            assert_eq!(read, expected.map_err(str::to_owned), "{text:?}");
        }
    }
}
