//! Content encodings: which ones a request accepts, and how much it likes each.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// A content encoding that a file may be stored in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Brotli, the smallest.
    Brotli,
    /// Gzip, for those who do not take brotli.
    Gzip,
}

impl Encoding {
    /// Every encoding, the smallest first.
    pub const ALL: [Encoding; 2] = [Encoding::Brotli, Encoding::Gzip];

    /// Returns the name that HTTP gives it.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gzip",
        }
    }
}

/// What the `Accept-Encoding` headers of a request say: RFC 9110, section 12.5.3.
pub struct Accepted {
    /// Each coding by its name in lower case, with its weight in thousandths.
    weights: Vec<(String, u16)>,
}

impl Accepted {
    /// Reads the headers; a member that is not of the grammar is left out.
    pub fn read(headers: &HeaderMap) -> Accepted {
        let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
        let weights = lists.flat_map(|list| list.split(',')).filter_map(member).collect();
        Accepted { weights }
    }

    /// Returns the encoding to answer in, out of those that the file is stored in; `None`: as it is.
    ///
    /// The one with the highest weight wins, and among equals the smallest. The plain file is sent where that has a
    /// higher weight by its name (`identity`), or where nothing else is accepted.
    pub fn choose(&self, stored: impl Fn(Encoding) -> bool) -> Option<Encoding> {
        let plain = self.named("identity").unwrap_or(0);
        let mut best = None;
        for encoding in Encoding::ALL.into_iter().filter(|&encoding| stored(encoding)) {
            let weight = self.weight(encoding);
            if weight > 0 && weight >= plain && best.is_none_or(|(_, highest)| weight > highest) {
                best = Some((encoding, weight));
            }
        }
        best.map(|(encoding, _)| encoding)
    }

    fn weight(&self, encoding: Encoding) -> u16 {
        self.named(encoding.name()).or_else(|| self.named("*")).unwrap_or(0)
    }

    fn named(&self, name: &str) -> Option<u16> {
        self.weights.iter().find(|(coding, _)| coding == name).map(|&(_, weight)| weight)
    }
}

/// Returns one member of the list: the coding and its weight, which is 1 where none is named.
fn member(text: &str) -> Option<(String, u16)> {
    let mut parts = text.split(';').map(str::trim);
    let coding = parts.next().filter(|coding| !coding.is_empty())?.to_ascii_lowercase();
    let weight = match parts.next() {
        None => 1_000,
        Some(parameter) => {
            let (name, value) = parameter.split_once('=')?;
            let value =
                value.trim().parse::<f32>().ok().filter(|value| (0.0..=1.0).contains(value));
            name.trim().eq_ignore_ascii_case("q").then_some((value? * 1_000.0) as u16)?
        }
    };
    Some((coding, weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(header: &str) -> Option<&'static str> {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, header.parse().unwrap())]);
        Accepted::read(&headers).choose(|_| true).map(Encoding::name)
    }

    #[test]
    fn the_highest_weight_wins_and_among_equals_the_smallest_encoding() {
        for (header, expected) in [
            ("br", Some("br")),
            ("gzip", Some("gzip")),
            ("gzip, deflate, br, zstd", Some("br")),
            ("gzip;q=1.0, br;q=0.5", Some("gzip")),
            ("br;q=0.001", Some("br")),
            ("GZIP ; Q=0.5 , BR ; q=0.5", Some("br")),
            ("*", Some("br")),
            ("*;q=0.1, gzip;q=0.2", Some("gzip")),
            ("br;q=0, *", Some("gzip")),
            ("gzip;q=0.5, identity", None),
            ("gzip;q=0.5, identity;q=0.5", Some("gzip")),
        ] {
            assert_eq!(chosen(header), expected, "{header}");
        }
    }

    #[test]
    fn a_weight_of_nothing_refuses_and_what_is_no_list_accepts_nothing() {
        for header in [
            "",
            "br;q=0",
            "br;q=0.000, gzip;q=0",
            "*;q=0",
            "identity",
            "deflate",
            "bread",
            "br;q=2",
            "br;q",
            "br;x=1",
            ";;,",
        ] {
            assert_eq!(chosen(header), None, "{header}");
        }
        assert_eq!(Accepted::read(&HeaderMap::new()).choose(|_| true), None);
    }

    #[test]
    fn only_an_encoding_that_is_stored_is_chosen() {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, "br, gzip".parse().unwrap())]);
        let accepted = Accepted::read(&headers);
        assert_eq!(accepted.choose(|encoding| encoding == Encoding::Gzip), Some(Encoding::Gzip));
        assert_eq!(accepted.choose(|_| false), None);
    }

    #[test]
    fn several_headers_are_one_list() {
        let mut headers = HeaderMap::new();
        headers.append(ACCEPT_ENCODING, "gzip;q=0.5".parse().unwrap());
        headers.append(ACCEPT_ENCODING, "br;q=0.4".parse().unwrap());
        assert_eq!(Accepted::read(&headers).choose(|_| true), Some(Encoding::Gzip));
    }
}
