//! The generated parts of the documents: held against what is there, or written.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Two tests write one file.
static FILES: Mutex<()> = Mutex::new(());

/// Holds what stands between `<!-- name:` and `<!-- /name -->` in a document against this text, or with
/// `UPDATE_DOCS` in the environment writes it there.
pub fn check(file: &str, name: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let _alone = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let text = fs::read_to_string(&path).expect("the document");
    let begins = text.find(&format!("<!-- {name}:")).expect("the first mark");
    let begins = begins + text[begins..].find('\n').expect("its line ends") + 1;
    let ends = text.find(&format!("<!-- /{name} -->")).expect("the last mark");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let text = format!("{}{generated}{}", &text[..begins], &text[ends..]);
        fs::write(&path, text).expect("written");
    } else {
        assert_eq!(&text[begins..ends], generated, "{file} is out of step: run `make docs`");
    }
}
