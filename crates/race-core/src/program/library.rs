//! A program that Redis keeps as a library with one function.

use sha1_smol::Sha1;

use super::header::Program;

/// What stands in a library's text where its hash belongs.
const PLACE: &str = "HASH";
/// Digits of the hash: as many as nobody will meet twice.
const DIGITS: usize = 16;

/// A library as it is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionLibrary {
    /// Its name, and that of its function.
    pub name: String,
    /// Its text, the hash filled in.
    pub text: String,
}

impl Program {
    /// Returns the library that it is, if it is one. It is named after the hash of its own text, so that
    /// another version is another library beside it, and none is ever replaced under a race.
    pub fn library(&self) -> Option<FunctionLibrary> {
        let first = self.text.lines().next()?.strip_prefix("#!lua name=")?;
        let hash = Sha1::from(&self.text).digest().to_string();
        let fill = |text: &str| text.replace(PLACE, &hash[..DIGITS]);
        Some(FunctionLibrary { name: fill(first.trim()), text: fill(&self.text) })
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue;

    #[test]
    fn a_library_is_named_after_its_text_and_another_text_is_another_library() {
        let mut program = catalogue::strategy("function").unwrap().clone();
        let library = program.library().unwrap();
        let hash = library.name.strip_prefix("red_packet_").unwrap();
        assert!(hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{hash}");
        assert_eq!(library.text.matches(&library.name).count(), 2);
        assert_eq!(library.text.lines().count(), program.text.lines().count());
        program.text.push('\n');
        assert_ne!(program.library().unwrap().name, library.name);
        assert_eq!(catalogue::strategy("atomic").unwrap().library(), None);
    }
}
