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
