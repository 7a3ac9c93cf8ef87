//! The header of a program: comment lines of a fixed form on top of the file, which a machine
//! reads, so that what is claimed about a program is written once and beside it.
//!
//! `lua/README.md` gives the form. Lines are counted from 1 in the whole file, header included, as
//! Redis counts them.

use super::error::{HeaderError, HeaderWhy};
use super::fields::{Header, Returned, known, names};
use super::keys::{ARGUMENTS, FAULTS, KeyKind, Need};
use crate::property::{Claim, Property};
use crate::trace::{Outcome, Venue};

/// A program: the claims of its header, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name of the strategy, which is also that of its file.
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
    /// What it needs besides keys and arguments.
    pub needs: Vec<Need>,
    /// What the numbers that it returns mean.
    pub returns: Vec<(Returned, Outcome)>,
    /// Which properties it breaks, for each venue that it may run in.
    pub breaks: Vec<(Venue, Vec<Property>)>,
    /// What may go wrong, besides the order of commands, where `breaks` was found.
    pub faults: Vec<String>,
    /// Notes for readers.
    pub notes: Vec<String>,
    /// The whole file, header included: what runs is what is shown.
    pub text: String,
    /// The line on which the program itself begins, counted from 1.
    pub body_line_first: u32,
}

impl Program {
    /// Reads a Lua file with a header.
    ///
    /// # Errors
    /// The first line of the header that is wrong, and why.
    ///
    /// # Examples
    /// ```
    /// use race_core::program::Program;
    /// use race_core::trace::Outcome;
    ///
    /// let program = Program::parse(
    ///     "-- take_one\n\
    ///      -- Take one without looking.\n\
    ///      -- source: own\n\
    ///      -- venues: server\n\
    ///      -- keys: stock:string\n\
    ///      -- argv:\n\
    ///      -- returns: 1 won, 0 sold_out\n\
    ///      -- breaks(server):\n\
    ///      return redis.call('DECR', KEYS[1]) >= 0 and 1 or 0\n",
    /// )?;
    /// assert_eq!(program.name, "take_one");
    /// assert_eq!(program.outcome(0), Some((Outcome::SoldOut, None)));
    /// # Ok::<(), race_core::program::HeaderError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Program, HeaderError> {
        let header = Header::read(text)?;
        let (name, about) = header.title()?;
        let venues = header.words("venues", Venue::from_name, &names(Venue::ALL, Venue::name))?;
        if venues.is_empty() {
            return Err(header.error("venues", HeaderWhy::NoVenue));
        }
        let program = Program {
            name: name.to_owned(),
            about: about.to_owned(),
            source: header.value("source")?.to_owned(),
            keys: header.words("keys", KeyKind::from_name, &names(KeyKind::ALL, KeyKind::name))?,
            argv: header.words("argv", known(ARGUMENTS), ARGUMENTS)?,
            needs: match header.find("needs") {
                Some(_) => header.words("needs", Need::from_name, &names(Need::ALL, Need::name))?,
                None => Vec::new(),
            },
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
        };
        if program.calls_sql() && program.has_venue(Venue::Server) {
            return Err(header.error("venues", HeaderWhy::SqlInServer));
        }
        Ok(program)
    }

    /// Returns the program without its header, to be shown from line [`Program::body_line_first`] on.
    pub fn body(&self) -> &str {
        let header_lines = self.body_line_first as usize - 1;
        let header: usize = self.text.split_inclusive('\n').take(header_lines).map(str::len).sum();
        &self.text[header..]
    }

    /// Returns true if it may run in this venue.
    pub fn has_venue(&self, venue: Venue) -> bool {
        self.venues.contains(&venue)
    }

    /// Returns true if it uses this argument.
    pub fn takes(&self, argument: &str) -> bool {
        self.argv.iter().any(|name| name == argument)
    }

    /// Returns true if it uses this kind of key.
    pub fn has_key(&self, kind: KeyKind) -> bool {
        self.keys.contains(&kind)
    }

    /// Returns true if it needs a connection of its own to Redis.
    pub fn needs_connection(&self) -> bool {
        self.needs.contains(&Need::Connection)
    }

    /// Returns true if it uses the SQL database.
    pub fn calls_sql(&self) -> bool {
        self.has_key(KeyKind::StockSql) || self.has_key(KeyKind::OrdersSql)
    }

    /// Returns true if it holds a transaction of the SQL database, and with it a connection there.
    pub fn holds_transaction(&self) -> bool {
        self.needs.contains(&Need::Transaction)
    }

    /// Returns the properties that it breaks in this venue.
    pub fn breaks(&self, venue: Venue) -> &[Property] {
        self.breaks.iter().find(|(at, _)| *at == venue).map_or(&[], |(_, broken)| broken)
    }

    /// Returns what it claims about a property in a venue.
    pub fn claim(&self, venue: Venue, property: Property) -> Claim {
        match (self.has_venue(venue), self.breaks(venue).contains(&property)) {
            (false, _) => Claim::NotJudged,
            (true, true) => Claim::Broken,
            (true, false) => Claim::Held,
        }
    }

    /// Returns what a returned number means, with the highest share won if that is the number.
    pub fn outcome(&self, returned: i64) -> Option<(Outcome, Option<i64>)> {
        self.returns.iter().find_map(|(number, outcome)| match number {
            Returned::Share if returned > 0 => Some((*outcome, Some(returned))),
            Returned::Exactly(number) if *number == returned => Some((*outcome, None)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET_SET: &str = include_str!("../../../../lua/get_set.lua");
    const ATOMIC: &str = include_str!("../../../../lua/atomic.lua");

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
}
