//! The lines of a header: cut into fields, and each kind of field understood.

use super::error::{HeaderError, HeaderWhy};
use crate::property::Property;
use crate::trace::{Outcome, Venue};

/// The fields of a header, in their order; only `note` may stand there more than once.
const FIELDS: &[&str] = &[
    "source",
    "venues",
    "keys",
    "argv",
    "needs",
    "returns",
    "breaks(client)",
    "breaks(server)",
    "faults",
    "note",
];

/// Which numbers an entry of `returns` is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// Any number above 0, which is the highest share won.
    Share,
    /// Just this number.
    Exactly(i64),
}

/// The lines of a header, cut into fields but not yet understood.
pub struct Header<'a> {
    title: Vec<(u32, &'a str)>,
    fields: Vec<(u32, &'static str, &'a str)>,
    /// The first line behind the header.
    pub end: u32,
}

impl<'a> Header<'a> {
    pub fn read(text: &'a str) -> Result<Header<'a>, HeaderError> {
        let mut lines = (1..).zip(text.lines()).peekable();
        // Redis wants this line first, or not at all.
        lines.next_if(|(_, line)| line.starts_with("#!lua"));
        let mut header = Header { title: Vec::new(), fields: Vec::new(), end: 1 };
        let mut rank_last = None;
        for (line, content) in lines {
            header.end = line;
            let Some(comment) = content.strip_prefix("--") else { return Ok(header) };
            header.end = line + 1;
            let comment = comment.trim();
            if header.title.len() < 2 {
                header.title.push((line, comment));
                continue;
            }
            let (word, value) = comment.split_once(':').unwrap_or((comment, ""));
            let wrong = |why| HeaderError { line, field: None, why };
            let Some(rank) = FIELDS.iter().position(|known| *known == word) else {
                return Err(wrong(HeaderWhy::UnknownField {
                    word: word.to_owned(),
                    known: FIELDS,
                }));
            };
            let field = FIELDS[rank];
            if Some(rank) <= rank_last && field != "note" {
                return Err(wrong(HeaderWhy::Order { field }));
            }
            rank_last = Some(rank);
            header.fields.push((line, field, value.trim()));
        }
        Ok(header)
    }

    pub fn title(&self) -> Result<(&'a str, &'a str), HeaderError> {
        let wrong = |line, why| HeaderError { line, field: None, why };
        let missing = |why| wrong(self.end, why);
        let (line, name) = *self.title.first().ok_or_else(|| missing(HeaderWhy::NoName))?;
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(wrong(line, HeaderWhy::Name { name: name.to_owned() }));
        }
        let about = self.title.get(1).map(|(_, about)| *about).filter(|about| !about.is_empty());
        Ok((name, about.ok_or_else(|| missing(HeaderWhy::NoAbout))?))
    }

    pub fn find(&self, field: &str) -> Option<(u32, &'a str)> {
        let found = self.fields.iter().find(|(_, name, _)| *name == field);
        found.map(|(line, _, value)| (*line, *value))
    }

    pub fn all(&self, field: &'static str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter(move |(_, name, _)| *name == field).map(|(_, _, value)| *value)
    }

    pub fn error(&self, field: &'static str, why: HeaderWhy) -> HeaderError {
        let line = self.find(field).map_or(self.end, |(line, _)| line);
        HeaderError { line, field: Some(field), why }
    }

    pub fn value(&self, field: &'static str) -> Result<&'a str, HeaderError> {
        self.find(field)
            .map(|(_, value)| value)
            .ok_or_else(|| self.error(field, HeaderWhy::Missing))
    }

    /// A field that is a list of words, each of which is known and stands there once.
    pub fn words<T: PartialEq>(
        &self,
        field: &'static str,
        from_name: impl Fn(&str) -> Option<T>,
        names: &[&'static str],
    ) -> Result<Vec<T>, HeaderError> {
        let mut known = Vec::new();
        for word in self.value(field)?.split_whitespace() {
            let Some(each) = from_name(word) else {
                let (word, known) = (word.to_owned(), names.to_vec());
                return Err(self.error(field, HeaderWhy::UnknownWord { word, known }));
            };
            if known.contains(&each) {
                let word = word.to_owned();
                return Err(self.error(field, HeaderWhy::RepeatedWord { word }));
            }
            known.push(each);
        }
        Ok(known)
    }

    pub fn returns(&self) -> Result<Vec<(Returned, Outcome)>, HeaderError> {
        let mut all: Vec<(Returned, Outcome)> = Vec::new();
        for entry in self.value("returns")?.split(',').map(str::trim) {
            let owned = || entry.to_owned();
            let wrong = |why| self.error("returns", why);
            let words: Vec<&str> = entry.split_whitespace().collect();
            let (number, outcome) = match words[..] {
                [">0", "won", "share"] => (Returned::Share, Outcome::Won),
                [number, outcome] if number != ">0" => (
                    Returned::Exactly(
                        number
                            .parse()
                            .map_err(|_| wrong(HeaderWhy::NoNumber { entry: owned() }))?,
                    ),
                    Outcome::from_name(outcome)
                        .ok_or_else(|| wrong(HeaderWhy::UnknownOutcome { entry: owned() }))?,
                ),
                _ => return Err(wrong(HeaderWhy::Entry { entry: owned() })),
            };
            let clash = |(other, _): &(Returned, Outcome)| match (number, *other) {
                (Returned::Exactly(n), Returned::Share)
                | (Returned::Share, Returned::Exactly(n)) => n > 0,
                (a, b) => a == b,
            };
            if all.iter().any(clash) {
                return Err(wrong(HeaderWhy::RepeatedNumber { entry: owned() }));
            }
            all.push((number, outcome));
        }
        Ok(all)
    }

    pub fn breaks(&self, venues: &[Venue]) -> Result<Vec<(Venue, Vec<Property>)>, HeaderError> {
        let mut all = Vec::new();
        for &venue in Venue::ALL {
            let field = match venue {
                Venue::Client => "breaks(client)",
                Venue::Server => "breaks(server)",
            };
            let properties = names(Property::ALL, Property::name);
            match (venues.contains(&venue), self.find(field)) {
                (true, _) => {
                    all.push((venue, self.words(field, Property::from_name, &properties)?));
                }
                (false, Some(_)) => return Err(self.error(field, HeaderWhy::OtherVenue)),
                (false, None) => {}
            }
        }
        Ok(all)
    }
}

pub fn names<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|each| name(*each)).collect()
}

pub fn known(all: &'static [&'static str]) -> impl Fn(&str) -> Option<String> {
    move |word| all.contains(&word).then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::program::Program;

    const GET_SET: &str = include_str!("../../../../lua/get_set.lua");

    #[test]
    fn each_wrong_header_is_refused_with_its_line_and_the_reason() {
        let cases = [
            ("-- get_set\n", "", 1, "is no name"),
            ("-- get_set\n", "-- GetSet\n", 1, "is no name"),
            ("-- source: A 1.1\n", "", 9, "source: is missing"),
            ("-- venues: client server", "-- venues:", 4, "at least one"),
            ("-- venues: client server", "-- venues: client moon", 4, "not one of client, server"),
            (
                "-- venues: client server",
                "-- venues: client client",
                4,
                "'client' stands there twice",
            ),
            ("-- venues: client server", "-- venues: client", 9, "is not one of its venues"),
            ("-- keys: stock:string", "-- keys: stock:sql", 4, "only the app reaches it"),
            ("-- keys: stock:string", "-- keys: stock:set", 5, "stock:string, stock:hash"),
            ("-- argv:\n", "-- argv:\n-- needs: luck\n", 7, "'luck' is not one of connection"),
            ("-- argv:\n", "-- needs:\n-- argv:\n", 7, "'argv' stands there twice, or out"),
            ("-- argv:\n", "-- argv: colour\n", 6, "'colour' is not one of racer"),
            ("-- argv:\n", "-- arg:\n", 6, "'arg' is no field"),
            ("-- argv:\n", "-- source: B\n", 6, "twice, or out of order"),
            (">0 won share", ">0 won", 7, "neither"),
            (">0 won share", "1 won, >0 won share", 7, "second time"),
            ("-1 sold_out", "-1 sold_out, -1 missing", 7, "second time"),
            ("-1 sold_out", "-1 out_of_luck", 7, "no known outcome"),
            ("-1 sold_out", "-1.5 sold_out", 7, "no whole number"),
            ("-- breaks(server): no_duplicate\n", "", 9, "breaks(server): is missing"),
            ("no_duplicate\nlocal", "no_luck\nlocal", 9, "'no_luck' is not one of"),
            ("no_duplicate\nlocal", "\n-- faults: rain\nlocal", 10, "die, time, refund"),
            ("no_duplicate\nlocal", "\n-- the key\nlocal", 10, "'the key' is no field"),
        ];
        for (from, to, line, says) in cases {
            assert!(GET_SET.contains(from), "{from}");
            let error = Program::parse(&GET_SET.replacen(from, to, 1)).unwrap_err();
            assert_eq!(error.line, line, "{from:?} -> {to:?}: {error}");
            assert!(error.to_string().contains(says), "{from:?} -> {to:?}: {error}");
        }
        for nothing in ["", "return 1", "#!lua", "--"] {
            assert!(Program::parse(nothing).is_err(), "{nothing:?}");
        }
    }
}
