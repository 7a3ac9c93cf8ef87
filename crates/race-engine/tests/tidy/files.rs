//! The files of this project.

use std::fs;
use std::path::{Path, PathBuf};

/// A file: its path from the root of the project, and its text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct File {
    pub path: String,
    pub text: String,
}

impl File {
    /// Returns a file of this path and text.
    pub fn new(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    /// Returns what is between these ends of the path, if it has both.
    pub fn name<'a>(&'a self, folder: &str, ending: &str) -> Option<&'a str> {
        self.path.strip_prefix(folder)?.strip_suffix(ending)
    }
}

/// Returns every file below these folders with one of these endings.
pub fn files(folders: &[&str], endings: &[&str]) -> Vec<File> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace");
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && name != "node_modules" {
                folders.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let short = path.strip_prefix(&root).expect("below the root");
                let text = fs::read_to_string(&path).expect("a text");
                found.push(File::new(&short.to_string_lossy(), &text));
            }
        }
    }
    assert!(!found.is_empty(), "there are no such files: the search itself is broken");
    found.sort();
    found
}

/// Returns the Rust sources of every crate, its integration tests aside.
pub fn sources() -> Vec<File> {
    let mut all = files(&["crates", "server", "app", "worker"], &[".rs"]);
    all.retain(|file| file.path.contains("/src/"));
    all
}
