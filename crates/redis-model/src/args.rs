//! Arguments, read as strictly as Redis reads them.

use super::refusal::{NOT_AN_INTEGER, Refusal};

/// A command's words, its name first.
pub type Words<'a> = &'a [Vec<u8>];

/// Returns a whole number, read as strictly as Redis does: no sign but `-`, no leading zero, no blank.
pub fn number(bytes: &[u8]) -> Option<i64> {
    let (is_negative, digits) = match bytes {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits == b"0" && !is_negative {
        return Some(0);
    }
    if !matches!(digits.first(), Some(b'1'..=b'9')) || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

/// Returns a whole number, or the usual refusal.
pub fn integer(bytes: &[u8]) -> Result<i64, Refusal> {
    number(bytes).ok_or(NOT_AN_INTEGER.into())
}

/// Returns true if a word is this option, in any case.
pub fn is(word: &[u8], option: &str) -> bool {
    word.eq_ignore_ascii_case(option.as_bytes())
}

/// The beginning of a word as a refusal repeats it: on one line, and up to a byte 0.
pub fn cut(word: &[u8], most: usize) -> String {
    let shown = word.iter().take(most).take_while(|byte| **byte != 0);
    let shown: Vec<u8> =
        shown.map(|byte| if matches!(byte, b'\r' | b'\n') { b' ' } else { *byte }).collect();
    String::from_utf8_lossy(&shown).into_owned()
}

/// Returns the part of a sequence that two indices name, from the end if negative; `None` if empty.
pub fn span(start: i64, end: i64, length: usize) -> Option<(usize, usize)> {
    let length = length as i64;
    let from_start = |index: i64| if index < 0 { (index + length).max(0) } else { index };
    let (start, end) = (from_start(start), if end < 0 { end + length } else { end });
    let end = end.min(length - 1);
    (start <= end && start < length).then_some((start as usize, end as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_strictly_as_in_redis() {
        for text in
            ["", "-", "+5", "05", " 5", "5 ", "-0", "00", "1e3", "0x10", "9223372036854775808"]
        {
            assert_eq!(number(text.as_bytes()), None, "{text:?}");
        }
        for value in [0, 1, -1, 10, i64::MAX, i64::MIN] {
            assert_eq!(number(value.to_string().as_bytes()), Some(value));
        }
    }

    #[test]
    fn a_span_counts_from_the_end_and_is_cut_to_what_is_there() {
        let cases = [
            ((0, -1), Some((0, 2))),
            ((-2, -1), Some((1, 2))),
            ((-9, 0), Some((0, 0))),
            ((1, 9), Some((1, 2))),
            ((2, 1), None),
            ((3, 9), None),
            ((0, -9), None),
            ((i64::MIN, i64::MAX), Some((0, 2))),
        ];
        for ((start, end), expected) in cases {
            assert_eq!(span(start, end, 3), expected, "{start} {end}");
        }
        assert_eq!(span(0, -1, 0), None);
    }
}
