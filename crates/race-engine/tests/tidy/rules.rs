//! The rules: each takes what it is about and returns its complaints.

use race_core::program::Program;

use crate::code::{code, code_without_tests};
use crate::files::File;

/// A file this long, tests and all, holds a second idea.
const LINES_MAX: usize = 450;
/// Lines of a strategy.
const LUA_LINES_MAX: usize = 60;

/// A word of a library, and the files that may say it: each begins with one of these paths.
pub struct Room {
    pub word: &'static str,
    pub paths: &'static [&'static str],
}

/// Within the crates that have them, these stay in one place.
pub const ROOMS: &[Room] = &[
    Room { word: "omnilua::", paths: &["crates/redis-lua/src/lua.rs"] },
    Room { word: "redis::", paths: &["server/src/store/"] },
    Room { word: "sqlx::", paths: &["server/src/sql/"] },
    Room { word: "CanvasRenderingContext2d", paths: &["app/src/draw/"] },
    Room { word: "WebSocket", paths: &["app/src/net.rs", "server/src/http/"] },
    Room { word: "\"rpr:", paths: &["crates/race-core/src/keys.rs"] },
];

/// Each library, and each text that names a thing of ours, stays in its room.
pub fn rooms(files: &[File], rooms: &[Room]) -> Vec<String> {
    let codes: Vec<String> = files.iter().map(|file| code(&file.text)).collect();
    let mut complaints = Vec::new();
    for Room { word, paths } in rooms {
        let mut sayers = files.iter().zip(&codes).filter(|(_, code)| says(code, word)).peekable();
        if sayers.peek().is_none() {
            complaints.push(format!("nothing says {word} any more: mend this test"));
        }
        let strangers =
            sayers.filter(|(file, _)| !paths.iter().any(|at| file.path.starts_with(at)));
        complaints.extend(strangers.map(|(file, _)| format!("{} says {word}", file.path)));
    }
    complaints
}

/// Returns true if a word stands in a code and is not the end of a longer one; a crate begins its path.
fn says(code: &str, word: &str) -> bool {
    let is_crate = word.ends_with("::");
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || (is_crate && c == ':');
    code.match_indices(word).any(|(at, _)| !code[..at].ends_with(is_part))
}

/// The crates of the domain do no I/O, await nothing, read no clock, and depend on no order of a hash map.
pub fn purity(files: &[File]) -> Vec<String> {
    const BANNED: &[&str] = &[
        "std::fs",
        "std::net",
        "std::io",
        "std::time",
        "std::thread",
        "std::env",
        "async fn",
        ".await",
        "HashMap",
        "HashSet",
        "thread_rng",
        "rand::rng()",
        "getrandom",
        "SystemTime",
    ];
    let is_test = |file: &&File| file.path.ends_with("tests.rs");
    let mut complaints = Vec::new();
    for file in files.iter().filter(|file| !is_test(file)) {
        let code = code_without_tests(&file.text);
        let said = BANNED.iter().filter(|word| code.contains(**word));
        complaints.extend(said.map(|word| format!("{} says {word}", file.path)));
    }
    complaints
}

/// No file is too long.
pub fn lengths(files: &[File]) -> Vec<String> {
    // Two languages side by side are long without holding a second idea.
    let is_words = |file: &&File| file.path.contains("/words/");
    let long = files.iter().filter(|file| !is_words(file));
    let long = long.map(|file| (file, file.text.lines().count()));
    let long = long.filter(|(_, lines)| *lines > LINES_MAX);
    long.map(|(file, lines)| format!("{} has {lines} lines", file.path)).collect()
}

/// Nothing unfinished or switched off is left.
pub fn leftovers(files: &[File]) -> Vec<String> {
    // Put together from halves, so that this file does not find itself.
    const LEFT: &[[&str; 2]] = &[
        ["to", "do!("],
        ["unimple", "mented!("],
        ["#[ig", "nore"],
        ["FIX", "ME"],
        ["db", "g!("],
        [".ski", "p("],
    ];
    let mut complaints = Vec::new();
    for file in files {
        for word in LEFT.iter().map(|halves| halves.concat()) {
            // In Rust it is an iterator's.
            let is_iterator = word.starts_with(".ski") && file.path.ends_with(".rs");
            if !is_iterator && file.text.contains(&word) {
                complaints.push(format!("{} has {word}", file.path));
            }
        }
    }
    complaints
}

/// Every Lua file is in the catalogue under its own name, by one line of it.
pub fn catalogue(names: &[String], catalogue: &str, files: &[File]) -> Vec<String> {
    let on_disk: Vec<&str> = files.iter().filter_map(|file| file.name("lua/", ".lua")).collect();
    let mut complaints: Vec<String> = names
        .iter()
        .filter(|name| !on_disk.contains(&name.as_str()))
        .map(|name| format!("{name} has no file of its name"))
        .collect();
    for name in on_disk {
        let line = format!("include_str!(\"../../../lua/{name}.lua\"),");
        if catalogue.lines().filter(|each| each.trim() == line).count() != 1 {
            complaints.push(format!("{name}.lua is not one line of the catalogue"));
        }
        if !names.iter().any(|known| known == name) {
            complaints.push(format!("{name}.lua is not in the catalogue under its name"));
        }
    }
    complaints
}

/// Every statement has a file, and touches only tables of our own.
pub fn statements(names: &[&str], files: &[File]) -> Vec<String> {
    let on_disk: Vec<&str> =
        files.iter().filter_map(|file| file.name("lua/sql/", ".sql")).collect();
    let without = names.iter().filter(|name| !on_disk.contains(name));
    let mut complaints: Vec<String> = without.map(|name| format!("{name} has no file")).collect();
    let unknown = on_disk.iter().filter(|name| !names.contains(name));
    complaints.extend(unknown.map(|name| format!("{name}.sql is no statement")));
    for file in files {
        let code = file.text.lines().filter(|line| !line.starts_with("--"));
        let words: Vec<&str> = code.flat_map(str::split_whitespace).collect();
        for pair in words.windows(2).filter(|pair| ["FROM", "INTO", "UPDATE"].contains(&pair[0])) {
            let is_ours = pair[1].starts_with("rpr_") || ["SET", "NOWAIT"].contains(&pair[1]);
            if !is_ours {
                complaints.push(format!("{} touches {}", file.path, pair[1]));
            }
        }
    }
    complaints
}

/// Every program uses exactly what its header declares.
pub fn headers(programs: &[Program]) -> Vec<String> {
    let mut complaints = Vec::new();
    for program in programs {
        let mut complain = |what: String| complaints.push(format!("{}: {what}", program.name));
        let body: Vec<&str> = program.text.lines().filter(|line| !line.starts_with("--")).collect();
        let body = body.join("\n");
        for (kind, declared) in [("KEYS", program.keys.len()), ("ARGV", program.argv.len())] {
            let used = (1..20).filter(|at| body.contains(&format!("{kind}[{at}]"))).count();
            if used != declared {
                complain(format!("it uses {used} of {declared} {kind}"));
            }
        }
        if body.contains("return redis.call") {
            complain("it tail-calls".to_owned());
        }
        if program.text.lines().count() >= LUA_LINES_MAX {
            complain("it is too long".to_owned());
        }
        for literal in body.split("return -").skip(1) {
            let digits: String = literal.chars().take_while(char::is_ascii_digit).collect();
            let code: i64 = format!("-{digits}").parse().expect("a number");
            if program.outcome(code).is_none() {
                complain(format!("it returns {code}, which its header lacks"));
            }
        }
    }
    complaints
}
