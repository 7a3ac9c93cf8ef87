//! The header of a program: comment lines of a fixed form on top of the file, which a machine
//! reads, so that what is claimed about a program is written once and beside it.
//!
//! `lua/README.md` gives the form. Lines are counted from 1 in the whole file, header included, as
//! Redis counts them.

use std::fmt;

use super::keys::{ARGUMENTS, FAULTS, KeyKind};
use crate::property::Property;
use crate::trace::{Outcome, Venue};

/// The fields of a header, in their order; only `note` may stand there more than once.
const FIELDS: &[&str] = &[
    "source",
    "venues",
    "keys",
    "argv",
    "returns",
    "breaks(client)",
    "breaks(server)",
    "faults",
    "note",
];

/// A program: what its header says, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What the strategy is called, which is also its file's name.
    pub name: String,
    /// What it does, in one sentence.
    pub about: String,
    /// Where it was described.
    pub source: String,
    /// Where it may run, the first being the default; never empty.
    pub venues: Vec<Venue>,
    /// What KEYS holds, in order.
    pub keys: Vec<KeyKind>,
    /// What ARGV holds, in order.
    pub argv: Vec<String>,
    /// What the numbers that it returns mean.
    pub returns: Vec<(Returned, Outcome)>,
    /// Which properties it breaks, for each venue that it may run in.
    pub breaks: Vec<(Venue, Vec<Property>)>,
    /// What may go wrong, besides the order of commands, where `breaks` was found.
    pub faults: Vec<String>,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// The whole file, header included: what runs is what is shown.
    pub text: String,
    /// The line on which the program itself begins, counted from 1.
    pub body_line_first: u32,
}

/// Which numbers a line of `returns` is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// Any number above 0, which is the highest share won.
    Share,
    /// Just this number.
    Exactly(i64),
}

/// What is wrong with a header, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderError {
    /// The line, counted from 1.
    pub line: u32,
    /// What is wrong with it.
    pub message: String,
}

impl Program {
    /// Reads a Lua file with a header.
    pub fn parse(text: &str) -> Result<Program, HeaderError> {
        let header = Header::read(text)?;
        let (name, about) = header.title()?;
        let venues = header.words("venues", Venue::from_name, &names(Venue::ALL, Venue::name))?;
        if venues.is_empty() {
            return Err(header.error("venues", "needs at least one venue"));
        }
        Ok(Program {
            name: name.to_owned(),
            about: about.to_owned(),
            source: header.value("source")?.to_owned(),
            keys: header.words("keys", KeyKind::from_name, &names(KeyKind::ALL, KeyKind::name))?,
            argv: header.words("argv", known(ARGUMENTS), ARGUMENTS)?,
            returns: header.returns()?,
            breaks: header.breaks(&venues)?,
            faults: match header.find("faults") {
                Some(_) => header.words("faults", known(FAULTS), FAULTS)?,
                None => Vec::new(),
            },
            notes: header.all("note").map(str::to_owned).collect(),
            venues,
            text: text.to_owned(),
            body_line_first: header.end,
        })
    }

    /// The program without its header, to be shown from line [`Program::body_line_first`] on.
    pub fn body(&self) -> &str {
        let header_lines = self.body_line_first as usize - 1;
        let header: usize = self.text.split_inclusive('\n').take(header_lines).map(str::len).sum();
        &self.text[header..]
    }

    /// Whether it may run in this venue.
    pub fn has_venue(&self, venue: Venue) -> bool {
        self.venues.contains(&venue)
    }

    /// Whether it has use for this argument.
    pub fn takes(&self, argument: &str) -> bool {
        self.argv.iter().any(|name| name == argument)
    }

    /// Whether it has use for this kind of key.
    pub fn has_key(&self, kind: KeyKind) -> bool {
        self.keys.contains(&kind)
    }

    /// The properties that it breaks in this venue.
    pub fn breaks(&self, venue: Venue) -> &[Property] {
        self.breaks.iter().find(|(at, _)| *at == venue).map_or(&[], |(_, broken)| broken)
    }

    /// What a returned number means, with the highest share won if the number says which.
    pub fn outcome(&self, returned: i64) -> Option<(Outcome, Option<i64>)> {
        self.returns.iter().find_map(|(number, outcome)| match number {
            Returned::Share if returned > 0 => Some((*outcome, Some(returned))),
            Returned::Exactly(number) if *number == returned => Some((*outcome, None)),
            _ => None,
        })
    }
}

/// The lines of a header, cut into fields but not yet understood.
struct Header<'a> {
    title: Vec<(u32, &'a str)>,
    fields: Vec<(u32, &'a str, &'a str)>,
    /// The first line behind the header.
    end: u32,
}

impl<'a> Header<'a> {
    fn read(text: &'a str) -> Result<Header<'a>, HeaderError> {
        let mut lines = (1..).zip(text.lines()).peekable();
        // Redis wants this line first, or not at all.
        lines.next_if(|(_, line)| line.starts_with("#!lua"));
        let mut header = Header { title: Vec::new(), fields: Vec::new(), end: 1 };
        let mut rank_last = None;
        for (line, content) in lines {
            header.end = line;
            let Some(comment) = content.strip_prefix("--") else {
                return Ok(header);
            };
            header.end = line + 1;
            let comment = comment.trim();
            if header.title.len() < 2 {
                header.title.push((line, comment));
                continue;
            }
            let (field, value) = comment.split_once(':').unwrap_or((comment, ""));
            let rank = FIELDS.iter().position(|known| *known == field);
            if rank.is_none() {
                let message = format!("'{field}' is no field; there are {}", FIELDS.join(", "));
                return Err(HeaderError { line, message });
            }
            if rank <= rank_last && field != "note" {
                let message = format!("'{field}' stands there twice, or out of order");
                return Err(HeaderError { line, message });
            }
            rank_last = rank;
            header.fields.push((line, field, value.trim()));
        }
        Ok(header)
    }

    fn title(&self) -> Result<(&'a str, &'a str), HeaderError> {
        let missing = |what: &str| HeaderError {
            line: self.end,
            message: format!("the header has no {what}: it begins with '-- <name>', '-- <about>'"),
        };
        let (line, name) = *self.title.first().ok_or_else(|| missing("name"))?;
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if name.is_empty() || !name.chars().all(is_name) {
            let message = format!("'{name}' is no name: lower-case letters, digits and _");
            return Err(HeaderError { line, message });
        }
        let about = self.title.get(1).map(|(_, about)| *about).filter(|about| !about.is_empty());
        Ok((name, about.ok_or_else(|| missing("about"))?))
    }

    fn find(&self, field: &str) -> Option<(u32, &'a str)> {
        let found = self.fields.iter().find(|(_, name, _)| *name == field);
        found.map(|(line, _, value)| (*line, *value))
    }

    fn all(&self, field: &'static str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter(move |(_, name, _)| *name == field).map(|(_, _, value)| *value)
    }

    fn error(&self, field: &str, wrong: impl fmt::Display) -> HeaderError {
        let line = self.find(field).map_or(self.end, |(line, _)| line);
        HeaderError { line, message: format!("{field}: {wrong}") }
    }

    fn value(&self, field: &str) -> Result<&'a str, HeaderError> {
        self.find(field).map(|(_, value)| value).ok_or_else(|| self.error(field, "is missing"))
    }

    /// A field that is a list of words, each of which is known and stands there once.
    fn words<T: PartialEq>(
        &self,
        field: &str,
        from_name: impl Fn(&str) -> Option<T>,
        names: &[&str],
    ) -> Result<Vec<T>, HeaderError> {
        let mut known = Vec::new();
        for word in self.value(field)?.split_whitespace() {
            let Some(each) = from_name(word) else {
                let wrong = format!("'{word}' is not one of {}", names.join(", "));
                return Err(self.error(field, wrong));
            };
            if known.contains(&each) {
                return Err(self.error(field, format!("'{word}' stands there twice")));
            }
            known.push(each);
        }
        Ok(known)
    }

    fn returns(&self) -> Result<Vec<(Returned, Outcome)>, HeaderError> {
        let mut all: Vec<(Returned, Outcome)> = Vec::new();
        for entry in self.value("returns")?.split(',').map(str::trim) {
            let wrong = |why: &str| self.error("returns", format!("'{entry}' {why}"));
            let words: Vec<&str> = entry.split_whitespace().collect();
            let (number, outcome) = match words[..] {
                [">0", "won", "share"] => (Returned::Share, Outcome::Won),
                [number, outcome] if number != ">0" => (
                    Returned::Exactly(number.parse().map_err(|_| wrong("has no whole number"))?),
                    Outcome::from_name(outcome).ok_or_else(|| wrong("has no known outcome"))?,
                ),
                _ => return Err(wrong("is neither '>0 won share' nor '<number> <outcome>'")),
            };
            let clash = |(other, _): &(Returned, Outcome)| match (number, *other) {
                (Returned::Exactly(n), Returned::Share)
                | (Returned::Share, Returned::Exactly(n)) => n > 0,
                (a, b) => a == b,
            };
            if all.iter().any(clash) {
                return Err(wrong("says a second time what a number means"));
            }
            all.push((number, outcome));
        }
        Ok(all)
    }

    fn breaks(&self, venues: &[Venue]) -> Result<Vec<(Venue, Vec<Property>)>, HeaderError> {
        let mut all = Vec::new();
        for &venue in Venue::ALL {
            let field = format!("breaks({venue})");
            let properties = names(Property::ALL, Property::name);
            match (venues.contains(&venue), self.find(&field)) {
                (true, _) => {
                    all.push((venue, self.words(&field, Property::from_name, &properties)?));
                }
                (false, Some(_)) => return Err(self.error(&field, "is not one of its venues")),
                (false, None) => {}
            }
        }
        Ok(all)
    }
}

fn names<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|each| name(*each)).collect()
}

fn known(all: &'static [&'static str]) -> impl Fn(&str) -> Option<String> {
    move |word| all.contains(&word).then(|| word.to_owned())
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for HeaderError {}

#[cfg(test)]
mod tests {
    use super::*;

    const GET_SET: &str = include_str!("../../../lua/get_set.lua");
    const ATOMIC: &str = include_str!("../../../lua/atomic.lua");

    #[test]
    fn a_header_is_read_whole() {
        let program = Program::parse(ATOMIC).unwrap();
        assert_eq!(program.name, "atomic");
        assert!(program.about.ends_with('.'), "{}", program.about);
        assert_eq!(program.venues, [Venue::Client, Venue::Server]);
        assert_eq!(program.keys, [KeyKind::StockString, KeyKind::UsersSet]);
        assert_eq!(program.argv, ["racer", "quantity"]);
        assert!(program.takes("quantity") && !program.takes("attempts"));
        assert!(program.breaks(Venue::Client).contains(&Property::NoNegative));
        assert_eq!(program.breaks(Venue::Server), []);
        assert_eq!(program.text, ATOMIC);
    }

    #[test]
    fn lines_are_counted_in_the_whole_file() {
        for text in [GET_SET.to_owned(), format!("#!lua\n{GET_SET}")] {
            let program = Program::parse(&text).unwrap();
            let first = text.lines().nth(program.body_line_first as usize - 1).unwrap();
            assert_eq!(first, "local stock_key = KEYS[1]");
            assert!(program.body().starts_with(first));
            assert!(text.ends_with(program.body()));
        }
    }

    #[test]
    fn a_returned_number_means_what_the_header_says() {
        let program = Program::parse(ATOMIC).unwrap();
        assert_eq!(program.outcome(10), Some((Outcome::Won, Some(10))));
        assert_eq!(program.outcome(-1), Some((Outcome::SoldOut, None)));
        assert_eq!(program.outcome(-3), Some((Outcome::Missing, None)));
        assert_eq!(program.outcome(0), None);
        let plain = ATOMIC.replace(">0 won share", "1 won");
        assert_eq!(Program::parse(&plain).unwrap().outcome(1), Some((Outcome::Won, None)));
    }

    #[test]
    fn each_wrong_header_is_refused_with_its_line_and_the_reason() {
        let cases = [
            ("-- get_set\n", "", 1, "is no name"),
            ("-- get_set\n", "-- GetSet\n", 1, "is no name"),
            ("-- source: S0 1.1\n", "", 9, "source: is missing"),
            ("-- venues: client server", "-- venues:", 4, "at least one"),
            ("-- venues: client server", "-- venues: client moon", 4, "not one of client, server"),
            (
                "-- venues: client server",
                "-- venues: client client",
                4,
                "'client' stands there twice",
            ),
            ("-- venues: client server", "-- venues: client", 9, "is not one of its venues"),
            ("-- keys: stock:string", "-- keys: stock:set", 5, "stock:string, stock:hash"),
            ("-- argv:\n", "-- argv: colour\n", 6, "'colour' is not one of racer"),
            ("-- argv:\n", "-- arg:\n", 6, "'arg' is no field"),
            ("-- argv:\n", "-- source: S1\n", 6, "twice, or out of order"),
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
            assert!(error.message.contains(says), "{from:?} -> {to:?}: {error}");
        }
        for nothing in ["", "return 1", "#!lua", "--"] {
            assert!(Program::parse(nothing).is_err(), "{nothing:?}");
        }
    }
}
