//! What competes in a comparison: a strategy in one venue.

use core::fmt;

use race_core::catalogue;
use race_core::config::{FieldError, Why};
use race_core::trace::Venue;

/// A strategy in one venue, written as `atomic:server`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The strategy's name.
    pub strategy: String,
    /// The venue in which its lines run.
    pub venue: Venue,
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.strategy, self.venue)
    }
}

impl Contender {
    /// Returns the contender of a text such as `atomic:server`; `atomic` alone means the strategy's
    /// first venue.
    ///
    /// # Errors
    /// Returns an error if there is no such strategy, or if it does not run in the venue.
    pub fn parse(text: &str) -> Result<Contender, FieldError> {
        let (name, venue) = match text.split_once(':') {
            Some((name, venue)) => (name, Some(venue)),
            None => (text, None),
        };
        let refused = |why: Why| FieldError::new("strategy", why);
        let program = catalogue::strategy(name).ok_or_else(|| {
            let known = catalogue::names();
            refused(Why::UnknownStrategy { name: name.chars().take(64).collect(), known })
        })?;
        let venue = match venue {
            None => program.venues[0],
            Some(venue) => Venue::from_name(venue)
                .filter(|venue| program.has_venue(*venue))
                .ok_or_else(|| {
                    let venues = program.venues.iter().map(Venue::to_string).collect();
                    refused(Why::OtherVenue { strategy: name.to_owned(), venues })
                })?,
        };
        Ok(Contender { strategy: program.name.clone(), venue })
    }

    /// Returns the contenders of several texts.
    ///
    /// # Errors
    /// Returns an error if one of them cannot be parsed, or if one stands there twice.
    pub fn parse_all<'a>(
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<Contender>, FieldError> {
        let mut contenders = Vec::new();
        for text in texts {
            let contender = Contender::parse(text)?;
            if contenders.contains(&contender) {
                let why = Why::RepeatedValue { value: contender.to_string() };
                return Err(FieldError::new("strategy", why));
            }
            contenders.push(contender);
        }
        Ok(contenders)
    }
}
