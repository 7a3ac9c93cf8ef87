//! A query: the names and texts behind the question mark of an address.

/// Returns the pairs of a query, with or without its question mark; one whose encoding is broken is left
/// out.
pub fn parse(query: &str) -> impl Iterator<Item = (String, String)> {
    query.trim_start_matches('?').split('&').filter_map(|pair| {
        let (name, text) = pair.split_once('=').unwrap_or((pair, ""));
        Some((decode(name)?, decode(text)?))
    })
}

/// Returns a query of these pairs, without its question mark.
pub fn format<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut query = String::new();
    for (name, text) in pairs {
        query += if query.is_empty() { "" } else { "&" };
        query += name;
        query.push('=');
        encode(text, &mut query);
    }
    query
}

fn encode(text: &str, into: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b',' => {
                into.push(byte as char);
            }
            _ => *into += &format!("%{byte:02X}"),
        }
    }
}

/// Returns `None` if the encoding is broken or its bytes are no text.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let (high, low) = (rest.next()?, rest.next()?);
                let digit = |byte: u8| (byte as char).to_digit(16);
                (digit(high)? * 16 + digit(low)?) as u8
            }
            _ => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_survives_the_way_there_and_back() {
        let odd = ["", " ", "a&b=c", "100%", "%41", "+1", "红包", "?#/\\\"'<>", "\u{0}\n", "🧧"];
        let pairs = odd.map(|text| ("name", text));
        let query = format(pairs);
        assert!(query.is_ascii());
        let back: Vec<_> = parse(&query).collect();
        assert_eq!(back, pairs.map(|(name, text)| (name.to_owned(), text.to_owned())));
        assert_eq!(format([("a", "1.5"), ("b", "x,y")]), "a=1.5&b=x,y");
    }

    #[test]
    fn what_is_broken_is_left_out_one_by_one() {
        let parsed: Vec<_> = parse("?a=%ZZ&b=1%&c=%FF&%=&d=a+b%20c&e").collect();
        let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(parsed, [pair("d", "a b c"), pair("e", "")]);
    }
}
