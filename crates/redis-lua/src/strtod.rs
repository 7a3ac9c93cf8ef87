//! C's `strtod`, which reads as far as there is a number: decimal, hexadecimal, `inf` or `nan`.

/// The number that these bytes begin with and how many bytes it takes; `None`: none.
pub fn strtod(bytes: &[u8]) -> Option<(f64, usize)> {
    let signed = matches!(bytes.first(), Some(b'+' | b'-'));
    let is_negative = bytes.first() == Some(&b'-');
    let rest = &bytes[usize::from(signed)..];
    let (number, length) = named(rest).or_else(|| hexadecimal(rest)).or_else(|| decimal(rest))?;
    Some((if is_negative { -number } else { number }, length + usize::from(signed)))
}

fn named(bytes: &[u8]) -> Option<(f64, usize)> {
    let begins = |word: &str| {
        bytes.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
    };
    [("infinity", f64::INFINITY), ("inf", f64::INFINITY), ("nan", f64::NAN)]
        .into_iter()
        .find(|(word, _)| begins(word))
        .map(|(word, number)| (number, word.len()))
}

fn digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// The length of an exponent with this letter, and its value; none where no digit follows.
fn exponent(bytes: &[u8], letter: u8) -> (usize, i32) {
    if bytes.first().map(u8::to_ascii_lowercase) != Some(letter) {
        return (0, 0);
    }
    let signed = usize::from(matches!(bytes.get(1), Some(b'+' | b'-')));
    let count = digits(&bytes[1 + signed..]);
    if count == 0 {
        return (0, 0);
    }
    let text = std::str::from_utf8(&bytes[1 + signed..1 + signed + count]).unwrap_or_default();
    let value = text.parse().unwrap_or(99_999).min(99_999);
    (1 + signed + count, if bytes[1] == b'-' { -value } else { value })
}

fn decimal(bytes: &[u8]) -> Option<(f64, usize)> {
    let whole = digits(bytes);
    let mut end = whole;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits(&bytes[end + 1..]);
        if whole + fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return None;
    }
    end += exponent(&bytes[end..], b'e').0;
    let text = std::str::from_utf8(&bytes[..end]).ok()?;
    Some((text.parse().ok()?, end))
}

fn hexadecimal(bytes: &[u8]) -> Option<(f64, usize)> {
    if bytes.first() != Some(&b'0') || bytes.get(1).map(u8::to_ascii_lowercase) != Some(b'x') {
        return None;
    }
    let (mut end, mut number, mut scale, mut count) = (2, 0.0, 0, 0);
    let mut has_point = false;
    while let Some(&byte) = bytes.get(end) {
        if let Some(digit) = char::from(byte).to_digit(16) {
            number = number * 16.0 + f64::from(digit);
            scale -= if has_point { 4 } else { 0 };
            count += 1;
        } else if byte == b'.' && !has_point {
            has_point = true;
        } else {
            break;
        }
        end += 1;
    }
    if count == 0 {
        // Only the 0 in front of the x.
        return Some((0.0, 1));
    }
    let (length, power) = exponent(&bytes[end..], b'p');
    Some((number * 2f64.powi(scale + power), end + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_far_as_it_goes() {
        let cases: &[(&str, Option<(f64, usize)>)] = &[
            ("12", Some((12.0, 2))),
            ("-1.5e3x", Some((-1500.0, 6))),
            ("1e", Some((1.0, 1))),
            ("1.", Some((1.0, 2))),
            (".5", Some((0.5, 2))),
            (".", None),
            ("-", None),
            ("0x1F,", Some((31.0, 4))),
            ("0x.8p1", Some((1.0, 6))),
            ("0xg", Some((0.0, 1))),
            ("-Infinity", Some((f64::NEG_INFINITY, 9))),
            ("1e999", Some((f64::INFINITY, 5))),
        ];
        for (text, expected) in cases {
            assert_eq!(strtod(text.as_bytes()), *expected, "{text}");
        }
        assert!(strtod(b"nan").is_some_and(|(number, length)| number.is_nan() && length == 3));
    }
}
