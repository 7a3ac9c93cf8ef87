//! The note on a strategy, besides its header: `lua/notes/<name>.md`, read by machine.
//!
//! Sections in both languages, `## what.en`, `## what.zh` and so on, hold paragraphs of plain text with
//! `code` in it; then `## java`, `## go` and `## python` hold one block of code each.

use crate::words::Lang;

/// Every note, by the name of its strategy.
const NOTES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/notes.rs"));

/// The languages that a program is shown in, and what they are called.
pub const EQUIVALENTS: [(&str, &str); 3] = [("java", "Java"), ("go", "Go"), ("python", "Python")];

/// A note, by the heads of its sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note(&'static str);

/// A run of text, or of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Text(String),
    /// What stood between two backticks.
    Code(String),
}

impl Note {
    /// Returns the note of a strategy, if there is one.
    pub fn of(strategy: &str) -> Option<Note> {
        NOTES.iter().find(|(name, _)| *name == strategy).map(|(_, text)| Note(text))
    }

    /// Returns the paragraphs of a section in a language; none where there is no such section.
    pub fn paragraphs(&self, section: &str, lang: Lang) -> Vec<Vec<Piece>> {
        let body = self.section(&format!("{section}.{}", lang.name())).unwrap_or_default();
        let paragraphs = body.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
        paragraphs.map(|text| pieces(&joined(text, lang))).collect()
    }

    /// Returns the first sentence of what it does.
    pub fn sentence(&self, lang: Lang) -> Option<Vec<Piece>> {
        let what = self.section(&format!("what.{}", lang.name()))?;
        let first = joined(what.trim().split("\n\n").next()?, lang);
        let end = match lang {
            Lang::Zh => first.find('。').map(|at| at + '。'.len_utf8()),
            Lang::En => first.find(". ").map(|at| at + 1),
        };
        Some(pieces(&first[..end.unwrap_or(first.len())])).filter(|pieces| !pieces.is_empty())
    }

    /// Returns the program in another language, such as `java`.
    pub fn equivalent(&self, language: &str) -> Option<&'static str> {
        let body = self.section(language)?.trim();
        let (_, code) = body.strip_prefix("```")?.split_once('\n')?;
        code.strip_suffix("```").map(str::trim_end)
    }

    /// Returns the text below a head, up to the next one. A head within a block of code is none.
    fn section(&self, head: &str) -> Option<&'static str> {
        let text = self.0;
        let (mut begins, mut at, mut in_code) = (None, 0, false);
        for line in text.split_inclusive('\n') {
            if line.starts_with("```") {
                in_code = !in_code;
            }
            if let Some(name) = line.strip_prefix("## ").filter(|_| !in_code) {
                match begins {
                    Some(from) => return Some(&text[from..at]),
                    None if name.trim() == head => begins = Some(at + line.len()),
                    None => {}
                }
            }
            at += line.len();
        }
        begins.map(|from| &text[from..])
    }
}

/// Returns the lines of one paragraph as one line: between words stands a blank, between Chinese signs nothing.
fn joined(text: &str, lang: Lang) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(if lang == Lang::Zh { "" } else { " " })
}

/// Returns text and `code`, in turns.
pub fn pieces(text: &str) -> Vec<Piece> {
    let parts = text.split('`').enumerate().filter(|(_, part)| !part.is_empty());
    let piece = |(at, part): (usize, &str)| match at % 2 {
        0 => Piece::Text(part.to_owned()),
        _ => Piece::Code(part.to_owned()),
    };
    parts.map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sections that a note must have in each language.
    const MANDATORY: [&str; 4] = ["what", "use", "avoid", "broken"];

    const SMALL: Note = Note(
        "## what.en\nUse `SET`. Then\nmore.\n\nSecond.\n## what.zh\n用 `SET`。再来。\n\n## go\n```go\n## no head\nx := 1\n```\n",
    );

    #[test]
    fn a_note_is_read_by_its_heads_and_a_head_in_code_is_none() {
        let text = |text: &str| Piece::Text(text.to_owned());
        let code = Piece::Code("SET".to_owned());
        assert_eq!(
            SMALL.paragraphs("what", Lang::En),
            [vec![text("Use "), code.clone(), text(". Then more.")], vec![text("Second.")]]
        );
        assert_eq!(SMALL.sentence(Lang::En), Some(vec![text("Use "), code.clone(), text(".")]));
        assert_eq!(SMALL.sentence(Lang::Zh), Some(vec![text("用 "), code, text("。")]));
        assert_eq!(SMALL.equivalent("go"), Some("## no head\nx := 1"));
        assert_eq!((SMALL.equivalent("java"), SMALL.paragraphs("use", Lang::En)), (None, vec![]));
    }

    #[test]
    fn every_note_is_complete_in_both_languages_and_closes_what_it_opens() {
        assert!(!NOTES.is_empty(), "there are no notes");
        for (name, text) in NOTES {
            let note = Note(text);
            for lang in [Lang::En, Lang::Zh] {
                for section in MANDATORY {
                    assert!(
                        !note.paragraphs(section, lang).is_empty(),
                        "{name}: {section}, {lang:?}"
                    );
                }
                assert!(note.sentence(lang).is_some(), "{name}, {lang:?}");
                let belief = note.paragraphs("belief", lang).is_empty();
                assert_eq!(belief, note.paragraphs("belief", lang.other()).is_empty(), "{name}");
            }
            for (language, _) in EQUIVALENTS {
                assert!(note.equivalent(language).is_some(), "{name}: {language}");
            }
            let prose = text.lines().filter(|line| !line.starts_with("```"));
            for line in prose.take_while(|line| !line.starts_with("## java")) {
                assert!(line.matches('`').count() % 2 == 0, "{name}: {line}");
            }
        }
    }
}
