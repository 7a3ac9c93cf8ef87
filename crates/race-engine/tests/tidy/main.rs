//! What a search can see: where libraries are used, what the domain does without, the sizes of files, and
//! leftovers. Each rule is also held against a text that breaks it, and must complain.

mod code;
mod files;
#[path = "../programs/mod.rs"]
mod programs;
mod rules;

use race_core::catalogue;
use race_core::program::Program;
use race_engine::sql::STATEMENTS;

use files::{File, files, sources};
use rules::{ROOMS, Room};

/// The crates that do nothing but compute.
const PURE: &[&str] = &[
    "crates/race-core/src",
    "crates/race-engine/src",
    "crates/race-report/src",
    "crates/redis-lua/src",
    "crates/redis-model/src",
];
const FOLDERS: &[&str] = &["crates", "server", "app", "worker", "lua", "style", "e2e"];

#[track_caller]
fn holds(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Fails unless there is just one complaint, and it contains this.
#[track_caller]
fn complains(complaints: Vec<String>, word: &str) {
    let is_it = complaints.len() == 1 && complaints[0].contains(word);
    assert!(is_it, "no complaint of {word}: {complaints:?}");
}

#[test]
fn each_library_that_must_stay_in_one_room_does() {
    holds(rules::rooms(&sources(), ROOMS));
    for Room { word, paths } in ROOMS {
        let room = || [Room { word, paths }];
        let file = |path: &str| File::new(path, &format!("const SAYS: X = {}", quoted(word)));
        let inside = file(&format!("{}x.rs", paths[0]));
        let stranger = "crates/race-core/src/money.rs";
        holds(rules::rooms(std::slice::from_ref(&inside), &room()));
        complains(rules::rooms(&[inside, file(stranger)], &room()), stranger);
        complains(rules::rooms(&[], &room()), "nothing says");
        let comment = File::new(stranger, &format!("// {word}\n/// {word}\nfn f() {{}}"));
        complains(rules::rooms(&[comment], &room()), "nothing says");
    }
    let trees = [File::new("a.rs", "use {sqlx::{Row, Pool}, std::fs};")];
    complains(rules::rooms(&trees, &[Room { word: "sqlx::", paths: &["b.rs"] }]), "a.rs says");
    let longer = [File::new("a.rs", "use my_redis::Client;")];
    complains(rules::rooms(&longer, &[Room { word: "redis::", paths: &[] }]), "nothing says");
}

/// A word as code that parses: a text that is begun is also ended.
fn quoted(word: &str) -> String {
    match word.strip_prefix('"') {
        Some(_) => format!("{word}\";"),
        None => format!("{word};"),
    }
}

#[test]
fn the_crates_of_the_domain_are_pure() {
    holds(rules::purity(&files(PURE, &[".rs"])));
    let complaints = |text: &str| rules::purity(&[File::new("src/a.rs", text)]);
    for text in [
        "use std::fs;",
        "use std::{collections::BTreeMap, time::Instant};",
        "#[cfg(test)]\nmod tests;\nfn f() -> std::io::Result<()> { Ok(()) }",
        "#[cfg(test)]\nmod tests { fn g() {} }\nasync fn f() {}",
        "fn f() { let all: HashMap<u8, u8>; }",
        "fn f() { g().await; }",
    ] {
        let complaints = complaints(text);
        assert_eq!(complaints.len(), 1, "{text}: {complaints:?}");
    }
    holds(complaints("// std::fs\n#[cfg(test)]\nmod tests { use std::fs; }"));
}

#[test]
fn no_file_is_too_long() {
    let mut folders = FOLDERS.to_vec();
    folders.push("scripts");
    holds(rules::lengths(&files(&folders, &[".rs", ".lua", ".css", ".mjs"])));
    complains(rules::lengths(&[File::new("a.rs", &"\n".repeat(451))]), "a.rs has 451 lines");
}

#[test]
fn nothing_unfinished_or_switched_off_is_left() {
    holds(rules::leftovers(&files(FOLDERS, &[".rs", ".lua", ".mjs", ".css"])));
    let unfinished = concat!("fn f() { to", "do!() }");
    complains(rules::leftovers(&[File::new("a.rs", unfinished)]), "a.rs has");
    let switched_off = [".ski", "p('later')"].concat();
    complains(rules::leftovers(&[File::new("a.mjs", &switched_off)]), "a.mjs has");
    holds(rules::leftovers(&[File::new("a.rs", &switched_off)]));
}

/// With this and the tests of documents and claims, adding a strategy is one file and one line.
#[test]
fn the_catalogue_is_one_line_a_file() {
    let names: Vec<String> = catalogue::strategies().iter().map(|each| each.name.clone()).collect();
    let text = &files(&["crates/race-core/src"], &["catalogue.rs"])[0].text;
    let lua = files(&["lua"], &[".lua"]);
    holds(rules::catalogue(&names, text, &lua));
    let toy = File::new("lua/toy.lua", "-- toy\n");
    let with_toy = [&lua[..], &[toy]].concat();
    let complaints = rules::catalogue(&names, text, &with_toy);
    assert_eq!(complaints.len(), 2, "it is in no line and under no name: {complaints:?}");
    let line = "    include_str!(\"../../../lua/toy.lua\"),\n";
    let named = [&names[..], &["toy".to_owned()]].concat();
    holds(rules::catalogue(&named, &format!("{text}{line}"), &with_toy));
    complains(rules::catalogue(&named, &format!("{text}{line}{line}"), &with_toy), "not one line");
    complains(rules::catalogue(&named, text, &lua), "toy has no file");
}

#[test]
fn every_statement_has_a_file_and_touches_only_tables_of_our_own() {
    let names: Vec<&str> = STATEMENTS.iter().map(|statement| statement.name).collect();
    holds(rules::statements(&names, &files(&["lua/sql"], &[".sql"])));
    let complaints =
        |names: &[&str], text| rules::statements(names, &[File::new("lua/sql/a.sql", text)]);
    holds(complaints(&["a"], "SELECT stock FROM rpr_stock"));
    complains(complaints(&["a"], "UPDATE users SET name = ''"), "touches users");
    complains(complaints(&[], ""), "no statement");
    complains(complaints(&["a", "b"], ""), "b has no file");
}

#[test]
fn every_program_uses_exactly_what_its_header_declares() {
    holds(rules::headers(catalogue::strategies()));
    holds(rules::headers(programs::all()));
    let text = include_str!("../programs/toy.lua");
    for (from, to, word) in [
        ("KEYS[1]", "'stock'", "0 of 1 KEYS"),
        ("-- argv:", "-- argv: racer", "0 of 1 ARGV"),
        ("return 1", "return redis.call('GET', stock_key)", "tail-calls"),
        ("return -1 ", "return -2 ", "returns -2"),
        ("return 1", &"\n".repeat(60), "too long"),
    ] {
        let program = Program::parse(&text.replace(from, to)).expect("a header");
        complains(rules::headers(&[program]), word);
    }
}
