//! Lua, coloured just enough to be read: comments, strings, keywords, and calls.

/// What a piece of a program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Anything else.
    Plain,
    /// `--` to the end of the line.
    Comment,
    /// In quotes, or in long brackets.
    Text,
    /// A word of the language.
    Word,
    /// `redis.call`, `db.call`, `wait`.
    Call,
}

const WORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];
const CALLS: &[&str] = &["redis.call", "redis.pcall", "db.call", "wait"];

/// Returns the pieces of a program; together they are its text.
pub fn lua(text: &str) -> Vec<(Ink, &str)> {
    let mut pieces: Vec<(Ink, &str)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (ink, len) = next(rest);
        let (piece, after) = rest.split_at(len);
        pieces.push((ink, piece));
        rest = after;
    }
    pieces
}

/// Returns the first piece of a text that is not empty, and its length.
fn next(text: &str) -> (Ink, usize) {
    let to = |end: Option<usize>| end.unwrap_or(text.len());
    if text.starts_with("--") {
        return (Ink::Comment, to(text.find('\n')));
    }
    if text.starts_with("[[") {
        return (Ink::Text, to(text.find("]]").map(|at| at + 2)));
    }
    if let Some(quote) = text.chars().next().filter(|first| ['\'', '"'].contains(first)) {
        return (Ink::Text, quoted(text, quote));
    }
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || ['_', '.'].contains(&letter);
    if text.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_') {
        let word = &text[..to(text.find(|letter| !is_name(letter)))];
        let ink = match word {
            word if WORDS.contains(&word) => Ink::Word,
            word if CALLS.contains(&word) => Ink::Call,
            _ => Ink::Plain,
        };
        return (ink, word.len());
    }
    let begins = |(at, letter): (usize, char)| {
        let rest = &text[at..];
        let other = letter.is_ascii_alphanumeric() || ['_', '\'', '"'].contains(&letter);
        (at > 0 && (other || rest.starts_with("--") || rest.starts_with("[["))).then_some(at)
    };
    (Ink::Plain, to(text.char_indices().find_map(begins)))
}

/// Returns the length of a text in quotes, escaped quotes included.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            letter if letter == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_of_every_program_make_it_up_again() {
        for program in race_core::catalogue::strategies() {
            let pieces = lua(&program.text);
            assert_eq!(pieces.iter().map(|(_, piece)| *piece).collect::<String>(), program.text);
            assert!(pieces.iter().any(|(ink, _)| *ink == Ink::Call), "{}", program.name);
            assert!(pieces.iter().all(|(_, piece)| !piece.is_empty()));
        }
    }

    #[test]
    fn comments_strings_keywords_and_calls_are_told_apart() {
        let pieces: Vec<_> = lua("local a = redis.call('GE\\'T', \"x\") -- if 'so'\nfor_you(1)")
            .into_iter()
            .filter(|(ink, _)| *ink != Ink::Plain)
            .collect();
        assert_eq!(
            pieces,
            [
                (Ink::Word, "local"),
                (Ink::Call, "redis.call"),
                (Ink::Text, "'GE\\'T'"),
                (Ink::Text, "\"x\""),
                (Ink::Comment, "-- if 'so'"),
            ]
        );
        assert_eq!(lua("[[a\nb]]x")[0], (Ink::Text, "[[a\nb]]"));
        assert_eq!(lua("'open\nx")[0], (Ink::Text, "'open"));
        assert_eq!(lua("'打开").len(), 1);
    }
}
