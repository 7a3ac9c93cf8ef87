//! Packs the built pages into the binary: every file of `dist/`, with a gzip and a brotli of it where they are
//! smaller.
//!
//! Without built pages there is one file instead, which explains how to build them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, io, thread};

/// The file that stands for the pages where there are none.
const SUBSTITUTE: &str = "src/http/page/none.html";
/// Kinds of file that are compressed already.
const COMPRESSED: [&str; 4] = ["ico", "jpg", "png", "woff2"];

/// A content encoding that files are stored in.
#[derive(Clone, Copy)]
enum Encoding {
    Brotli,
    Gzip,
}

/// One file to be encoded in one way.
struct Job {
    number: usize,
    encoding: Encoding,
    bytes: Vec<u8>,
}

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let dist = crate_folder.parent().expect("a workspace around it").join("dist");
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    // Cargo takes a folder that is missing for one that has changed, and would run this each time.
    fs::create_dir_all(&dist)?;
    println!("cargo::rerun-if-changed={}", dist.display());

    let mut paths = Vec::new();
    list(&dist, &mut paths)?;
    paths.sort();
    if paths.is_empty() {
        paths.push(crate_folder.join(SUBSTITUTE));
        println!("cargo::rerun-if-changed={SUBSTITUTE}");
    }
    pack_all(&paths, &out)?;

    let mut table = String::from("&[\n");
    for (number, path) in paths.iter().enumerate() {
        let name = match path.strip_prefix(&dist) {
            Ok(name) => name.to_string_lossy().replace('\\', "/"),
            Err(_) => "index.html".to_owned(),
        };
        let (brotli, gzip) =
            (Encoding::Brotli.source(number, &out), Encoding::Gzip.source(number, &out));
        writeln!(
            table,
            "    Embedded {{ name: {name:?}, plain: include_bytes!({path:?}), brotli: {brotli}, gzip: {gzip} }},"
        )
        .expect("a string takes it");
    }
    table.push_str("]\n");
    fs::write(out.join("page.rs"), table)
}

/// Lists the files below a folder.
fn list(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // What begins with a dot is Trunk's or an editor's, not the page's.
        let hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
        match path.is_dir() {
            true => list(&path, paths)?,
            false if hidden => {}
            false => paths.push(path),
        }
    }
    Ok(())
}

/// Encodes all files on all cores, the largest first, so that no core is left with a long one at the end.
fn pack_all(paths: &[PathBuf], out: &Path) -> io::Result<()> {
    let mut jobs = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        let bytes = fs::read(path)?;
        for encoding in [Encoding::Gzip, Encoding::Brotli] {
            // One of an earlier build may be there still.
            let _ = fs::remove_file(encoding.path(number, out));
            if path.extension().is_none_or(|kind| !COMPRESSED.iter().any(|name| kind == *name)) {
                jobs.push(Job { number, encoding, bytes: bytes.clone() });
            }
        }
    }
    jobs.sort_by_key(|job| std::cmp::Reverse(job.bytes.len()));
    let next = AtomicUsize::new(0);
    let work = || -> io::Result<()> {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            job.pack(out)?;
        }
        Ok(())
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no packer panics"))
    })
}

impl Job {
    /// Writes the encoded file, if a tenth or more is saved.
    fn pack(&self, out: &Path) -> io::Result<()> {
        let packed = self.encoding.encode(&self.bytes)?;
        match packed.len() < self.bytes.len() / 10 * 9 {
            true => fs::write(self.encoding.path(self.number, out), packed),
            false => Ok(()),
        }
    }
}

impl Encoding {
    fn path(self, number: usize, out: &Path) -> PathBuf {
        let ending = match self {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gz",
        };
        out.join(format!("{number}.{ending}"))
    }

    /// Returns the Rust expression for the encoded file, an `Option`.
    fn source(self, number: usize, out: &Path) -> String {
        let path = self.path(number, out);
        match path.exists() {
            true => format!("Some(include_bytes!({path:?}))"),
            false => "None".to_owned(),
        }
    }

    fn encode(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Encoding::Brotli => page_pack::brotli(bytes),
            Encoding::Gzip => page_pack::gzip(bytes),
        }
    }
}
