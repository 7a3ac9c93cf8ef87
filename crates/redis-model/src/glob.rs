//! The patterns of KEYS.

/// A pattern, read once.
pub struct Pattern(Vec<Token>);

enum Token {
    /// Any bytes, or none.
    Any,
    /// One byte, whatever it is.
    One,
    Byte(u8),
    /// One byte that is in one of the ranges, or in none of them.
    Class {
        is_in: bool,
        ranges: Vec<(u8, u8)>,
    },
}

impl Pattern {
    pub fn new(text: &[u8]) -> Pattern {
        let mut tokens = Vec::new();
        let mut rest = text;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            tokens.push(match (first, after) {
                (b'*', _) => Token::Any,
                (b'?', _) => Token::One,
                (b'[', _) => class(&mut rest),
                (b'\\', [escaped, after @ ..]) => {
                    rest = after;
                    Token::Byte(*escaped)
                }
                _ => Token::Byte(*first),
            });
        }
        Pattern(tokens)
    }

    pub fn matches(&self, text: &[u8]) -> bool {
        let (mut token, mut at) = (0, 0);
        // Where the last `*` is, and where the text goes on behind what it takes.
        let mut star = None;
        loop {
            match (self.0.get(token), text.get(at)) {
                (None, None) => return true,
                (Some(Token::Any), _) => {
                    token += 1;
                    star = Some((token, at));
                    continue;
                }
                (Some(one), Some(byte)) if one.takes(*byte) => {
                    (token, at) = (token + 1, at + 1);
                    continue;
                }
                _ => {}
            }
            match star {
                Some((behind, taken)) if taken < text.len() => {
                    star = Some((behind, taken + 1));
                    (token, at) = (behind, taken + 1);
                }
                _ => return false,
            }
        }
    }
}

impl Token {
    fn takes(&self, byte: u8) -> bool {
        match self {
            Token::Any | Token::One => true,
            Token::Byte(own) => *own == byte,
            Token::Class { is_in, ranges } => {
                ranges.iter().any(|(low, high)| (*low..=*high).contains(&byte)) == *is_in
            }
        }
    }
}

/// What stands between `[` and `]`; one that is never closed goes on to the end.
fn class(rest: &mut &[u8]) -> Token {
    let is_in = rest.first() != Some(&b'^');
    if !is_in {
        *rest = &rest[1..];
    }
    let mut ranges = Vec::new();
    loop {
        match **rest {
            [] => break,
            [b'\\', escaped, ref after @ ..] => {
                ranges.push((escaped, escaped));
                *rest = after;
            }
            [b']', ref after @ ..] => {
                *rest = after;
                break;
            }
            [from, b'-', to, ref after @ ..] => {
                ranges.push((from.min(to), from.max(to)));
                *rest = after;
            }
            [byte, ref after @ ..] => {
                ranges.push((byte, byte));
                *rest = after;
            }
        }
    }
    Token::Class { is_in, ranges }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_in_redis() {
        let cases = [
            ("*", "abc", true),
            ("a*c", "abbc", true),
            ("a*c*", "ac", true),
            ("*b*b", "abab", true),
            ("a?c", "ac", false),
            ("a?c", "abc", true),
            ("h[ae]llo", "hello", true),
            ("h[^e]llo", "hello", false),
            ("h[a-c]llo", "hbllo", true),
            ("h[c-a]llo", "hbllo", true),
            ("[a-]", "-", false),
            ("[a-]", "_", true),
            ("[\\]]", "]", true),
            ("[abc", "b", true),
            ("a\\*", "a*", true),
            ("a\\*", "ab", false),
            ("\\", "\\", true),
            ("", "", true),
            ("a", "ab", false),
        ];
        for (pattern, text, expected) in cases {
            let pattern_read = Pattern::new(pattern.as_bytes());
            assert_eq!(pattern_read.matches(text.as_bytes()), expected, "{pattern} {text}");
        }
    }
}
