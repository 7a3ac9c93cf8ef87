//! What each crate may know, as Cargo knows it: a drawing of the crates, and the libraries that each
//! must do without.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

mod document;

/// A crate of the workspace with the crates that it is built on, tests and build scripts aside.
#[derive(Clone, Debug)]
struct Crate {
    name: String,
    needs: Vec<String>,
}

impl Crate {
    fn needs(&self, library: &str) -> bool {
        self.needs.iter().any(|each| each == library)
    }
}

/// Returns what Cargo prints, run as these tests were.
fn cargo(words: &str) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words.split(' '));
    let output = command.output().expect("Cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a text")
}

/// Returns the crates of the workspace, by name.
fn crates() -> Vec<Crate> {
    let metadata = cargo("metadata --no-deps --offline --format-version 1");
    let metadata: Value = serde_json::from_str(&metadata).expect("metadata");
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let name = |value: &Value| value["name"].as_str().expect("a name").to_owned();
    let crates = list(&metadata["packages"]).into_iter().map(|package| {
        let dependencies = list(&package["dependencies"]).into_iter();
        let normal = dependencies.filter(|each| each["kind"].is_null());
        Crate { name: name(&package), needs: normal.map(|each| name(&each)).collect() }
    });
    let mut crates: Vec<Crate> = crates.collect();
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    crates
}

/// Returns the crates as a graph: an arrow goes from a crate to one that it is built on.
fn drawing(crates: &[Crate]) -> String {
    let mut lines = String::from("```mermaid\ngraph TD\n");
    for each in crates {
        let ours = crates.iter().filter(|other| each.needs(&other.name));
        for other in ours {
            lines.push_str(&format!("  {} --> {}\n", each.name, other.name));
        }
    }
    lines + "```\n"
}

/// A library, and the only crates that may need it.
struct Room {
    library: &'static str,
    crates: &'static [&'static str],
}

const SERVER: &[&str] = &["race-server"];

const ROOMS: &[Room] = &[
    Room { library: "omnilua", crates: &["redis-lua"] },
    Room { library: "axum", crates: SERVER },
    Room { library: "redis", crates: SERVER },
    Room { library: "sqlx", crates: SERVER },
    Room { library: "tokio", crates: SERVER },
    Room { library: "redis-lua", crates: &["race-engine", "race-server"] },
    Room { library: "redis-model", crates: &["race-engine", "race-server", "redis-lua"] },
    Room { library: "race-engine", crates: &["race-server", "race-worker"] },
];

/// Crates that write nothing in a form that others read.
const WITHOUT_SERDE: &[&str] = &["race-engine", "redis-lua", "redis-model"];

/// Returns what is wrong with what these crates need.
fn complaints(crates: &[Crate]) -> Vec<String> {
    let mut complaints = Vec::new();
    for Room { library, crates: allowed } in ROOMS {
        let needing: Vec<_> = crates.iter().filter(|each| each.needs(library)).collect();
        if needing.is_empty() {
            complaints.push(format!("nothing needs {library} any more: mend this test"));
        }
        let strangers = needing.iter().filter(|each| !allowed.contains(&each.name.as_str()));
        complaints.extend(strangers.map(|each| format!("{} needs {library}", each.name)));
    }
    for name in WITHOUT_SERDE {
        match crates.iter().find(|each| each.name == *name) {
            None => complaints.push(format!("there is no {name}: mend this test")),
            Some(each) if each.needs("serde") => complaints.push(format!("{name} needs serde")),
            Some(_) => {}
        }
    }
    complaints
}

#[test]
fn the_drawing_of_the_crates_is_the_one_that_cargo_knows() {
    document::check("ARCHITECTURE.md", "crates", &drawing(&crates()));
}

#[test]
fn no_crate_needs_what_it_may_not_know() {
    let crates = crates();
    assert_eq!(complaints(&crates), [""; 0]);
    for (name, library) in [
        ("race-core", "redis-model"),
        ("race-report", "redis-lua"),
        ("race-app", "race-engine"),
        ("race-engine", "serde"),
        ("race-worker", "omnilua"),
        ("race-core", "sqlx"),
    ] {
        let mut wrong = crates.clone();
        let strange = wrong.iter_mut().find(|each| each.name == name).expect("a crate");
        strange.needs.push(library.to_owned());
        assert_eq!(complaints(&wrong), [format!("{name} needs {library}")]);
    }
}

#[test]
fn a_page_holds_neither_the_vm_nor_what_runs_races() {
    let tree = cargo("tree --package race-app --edges normal --offline --prefix none --format {p}");
    let names: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    for expected in ["race-app", "race-core", "leptos"] {
        assert!(names.contains(expected), "{expected} is missing: the search itself is broken");
    }
    for foreign in ["omnilua", "redis-lua", "redis-model", "race-engine"] {
        assert!(!names.contains(foreign), "the page is built on {foreign}");
    }
}
