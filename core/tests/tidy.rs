//! What a search can see: the architecture's invariants, the sizes of files, and leftovers.

use std::fs;
use std::path::{Path, PathBuf};

use race_core::store::sql::STATEMENTS;

/// A file this long, tests and all, holds a second idea.
const LINES_MAX: usize = 450;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

/// Every file below these folders with one of these endings: its path from the root, and its text.
fn files(folders: &[&str], endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && name != "node_modules" {
                folders.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let short = path.strip_prefix(root()).expect("below the root");
                let text = fs::read_to_string(&path).expect("a text");
                found.push((short.to_string_lossy().into_owned(), text));
            }
        }
    }
    assert!(!found.is_empty(), "there are no such files: the search itself is broken");
    found.sort();
    found
}

fn rust() -> Vec<(String, String)> {
    files(&["core/src", "server/src", "app/src", "worker/src"], &[".rs"])
}

#[test]
fn each_library_that_must_stay_in_one_room_does() {
    let rooms: &[(&str, &[&str])] = &[
        ("omnilua::", &["core/src/program/lua.rs"]),
        ("redis::", &["server/src/store/"]),
        ("sqlx", &["server/src/sql/"]),
        ("CanvasRenderingContext2d", &["app/src/draw/"]),
        ("WebSocket", &["app/src/net.rs", "server/src/http/", "core/src/wire.rs"]),
        ("\"rpr:", &["core/src/keys.rs"]),
        ("derive(Serialize", &["core/src/trace.rs", "core/src/wire", "server/"]),
    ];
    for (word, allowed) in rooms {
        let mut seen = false;
        for (path, text) in rust() {
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            if code.clone().any(|line| line.contains(word)) {
                assert!(allowed.iter().any(|room| path.starts_with(room)), "{word} in {path}");
                seen = true;
            }
        }
        assert!(seen, "nothing says {word} any more: mend this test");
    }
}

#[test]
fn core_is_pure() {
    let banned = [
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
    for (path, text) in files(&["core/src"], &[".rs"]) {
        if path.ends_with("_tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for word in banned {
                assert!(!line.contains(word), "{path} says {word}: {line}");
            }
        }
    }
}

#[test]
fn no_file_is_too_long() {
    for (path, text) in files(
        &["core", "server", "app", "worker", "lua", "style", "e2e", "scripts"],
        &[".rs", ".lua", ".css", ".mjs"],
    ) {
        let lines = text.lines().count();
        // Two languages side by side are long without holding a second idea.
        let words = ["app/src/words", "app/src/pages/guide/words"];
        let words = words.iter().any(|folder| path.starts_with(folder));
        assert!(lines <= LINES_MAX || words, "{path} has {lines} lines");
    }
}

#[test]
fn nothing_unfinished_or_switched_off_is_left() {
    // Put together from halves, so that this file does not find itself.
    let left = [
        ("to", "do!("),
        ("unimple", "mented!("),
        ("#[ig", "nore"),
        ("FIX", "ME"),
        ("db", "g!("),
        (".ski", "p("),
    ];
    for (path, text) in files(
        &["core", "server", "app", "worker", "lua", "e2e", "style"],
        &[".rs", ".lua", ".mjs", ".css"],
    ) {
        for (a, b) in left {
            let word = format!("{a}{b}");
            let is_iterator = word == ".skip(" && path.ends_with(".rs");
            assert!(is_iterator || !text.contains(&word), "{path} has {word}");
        }
    }
}

#[test]
fn every_lua_file_is_in_the_catalogue_under_its_own_name() {
    let mut names: Vec<String> =
        race_core::catalogue::strategies().into_iter().map(|p| p.name).collect();
    names.sort();
    let on_disk: Vec<String> = files(&["lua"], &[".lua"])
        .into_iter()
        .filter_map(|(path, _)| Some(path.strip_prefix("lua/")?.strip_suffix(".lua")?.to_owned()))
        .collect();
    assert_eq!(names, on_disk);
}

#[test]
fn every_statement_has_a_file_and_touches_only_tables_of_our_own() {
    let mut names: Vec<String> =
        STATEMENTS.iter().map(|statement| statement.name.to_owned()).collect();
    names.sort();
    let texts = files(&["lua/sql"], &[".sql"]);
    let on_disk: Vec<String> = texts
        .iter()
        .filter_map(|(path, _)| {
            Some(path.strip_prefix("lua/sql/")?.strip_suffix(".sql")?.to_owned())
        })
        .collect();
    assert_eq!(names, on_disk);
    for (path, text) in texts {
        let code = text.lines().filter(|line| !line.starts_with("--"));
        let words: Vec<&str> = code.flat_map(str::split_whitespace).collect();
        for pair in words.windows(2).filter(|pair| ["FROM", "INTO", "UPDATE"].contains(&pair[0])) {
            let is_ours = pair[1].starts_with("rpr_");
            assert!(is_ours || ["SET", "NOWAIT"].contains(&pair[1]), "{path}: {}", pair[1]);
        }
    }
}

#[test]
fn every_program_uses_exactly_what_its_header_declares() {
    for program in race_core::catalogue::strategies() {
        let name = &program.name;
        let body: Vec<&str> = program.text.lines().filter(|line| !line.starts_with("--")).collect();
        let body = body.join("\n");
        for (kind, declared) in [("KEYS", program.keys.len()), ("ARGV", program.argv.len())] {
            let used = (1..20).filter(|at| body.contains(&format!("{kind}[{at}]"))).count();
            assert_eq!(used, declared, "{name}: {kind}");
        }
        assert!(!body.contains("return redis.call"), "{name} tail-calls");
        assert!(program.text.lines().count() < 60, "{name} is too long");
        for literal in body.split("return -").skip(1) {
            let digits: String = literal.chars().take_while(char::is_ascii_digit).collect();
            let code: i64 = format!("-{digits}").parse().expect("a number");
            assert!(
                program.outcome(code).is_some(),
                "{name} returns {code}, which its header lacks"
            );
        }
    }
}
