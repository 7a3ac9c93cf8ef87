//! Packs the built page into the binary: every file of `dist/`, and a gzip of it where that is smaller.
//!
//! Without a built page the list is empty, and the server says how to build one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use zopfli::{Format, Options};

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let dist = crate_folder.parent().expect("a workspace around it").join("dist");
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    // Cargo takes a folder that is not there for one that has changed, and would build us each time.
    fs::create_dir_all(&dist)?;
    println!("cargo::rerun-if-changed={}", dist.display());

    let mut paths = Vec::new();
    list(&dist, &mut paths)?;
    paths.sort();
    let mut table = String::from("&[\n");
    for (number, path) in paths.iter().enumerate() {
        let name =
            path.strip_prefix(&dist).expect("under dist").to_string_lossy().replace('\\', "/");
        let gzip = match zipped(&fs::read(path)?)? {
            Some(bytes) => {
                let file = out.join(format!("{number}.gz"));
                fs::write(&file, bytes)?;
                format!("Some(include_bytes!({file:?}))")
            }
            None => "None".to_owned(),
        };
        writeln!(
            table,
            "    Embedded {{ name: {name:?}, plain: include_bytes!({path:?}), gzip: {gzip} }},"
        )
        .expect("a string takes it");
    }
    table.push_str("]\n");
    fs::write(out.join("page.rs"), table)
}

fn list(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => list(&path, paths)?,
            // What begins with a dot is Trunk's or an editor's, not the page's.
            false
                if path
                    .file_name()
                    .is_some_and(|name| !name.as_encoded_bytes().starts_with(b".")) =>
            {
                paths.push(path)
            }
            false => {}
        }
    }
    Ok(())
}

/// The bytes as gzip, if a tenth or more is saved.
fn zipped(bytes: &[u8]) -> io::Result<Option<Vec<u8>>> {
    let mut zipped = Vec::new();
    zopfli::compress(Options::default(), Format::Gzip, bytes, &mut zipped)?;
    Ok((zipped.len() < bytes.len() / 10 * 9).then_some(zipped))
}
