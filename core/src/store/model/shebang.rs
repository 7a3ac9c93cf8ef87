//! The first line of a script that begins with `#!`: what the script says about itself.

use super::args::{Refusal, cut};

/// Flags that change nothing where there is one Redis with memory enough.
const IDLE: &[&str] = &["allow-oom", "allow-stale", "no-cluster", "allow-cross-slot-keys"];

/// Whether a script promises to read only.
pub fn only_reads(text: &str) -> Result<bool, Refusal> {
    if !text.starts_with("#!") {
        return Ok(false);
    }
    let line = text.split_once('\n').ok_or("ERR Invalid script shebang")?.0;
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
    Ok(only_reads)
}

fn refusal(what: &str, word: &str) -> Refusal {
    format!("ERR {what}: {}", cut(word.as_bytes(), usize::MAX)).into()
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
            ("#!lua", Err("ERR Invalid script shebang")),
            ("#!js\n", Err("ERR Unexpected engine in script shebang: #!js")),
            ("#! lua\n", Err("ERR Unexpected engine in script shebang: #!")),
            ("#!lua name=x\n", Err("ERR Unknown lua shebang option: name=x")),
            ("#!lua flags=no-writes,\n", Err("ERR Unexpected flag in script shebang: ")),
        ];
        for (text, expected) in cases {
            assert_eq!(only_reads(text), expected.map_err(Refusal::from), "{text:?}");
        }
    }
}
