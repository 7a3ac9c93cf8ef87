//! Gathers the notes about the strategies, `lua/notes/*.md`, into a list for the guide. Adding one is
//! adding a file.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let notes = crate_folder.parent().expect("a workspace around it").join("lua/notes");
    println!("cargo::rerun-if-changed={}", notes.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(&notes)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "md") {
            paths.push(path);
        }
    }
    paths.sort();
    let mut list = String::from("&[\n");
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(list, "    ({name:?}, include_str!({path:?})),").expect("a string takes it");
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("notes.rs"), list)
}
