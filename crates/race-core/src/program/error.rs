//! What can be wrong with a header.

use thiserror::Error;

/// A header that cannot be read: where, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {}{why}", field.map(|field| format!("{field}: ")).unwrap_or_default())]
pub struct HeaderError {
    /// The line, counted from 1.
    pub line: u32,
    /// The field of the header, where its value is wrong.
    pub field: Option<&'static str>,
    /// What is wrong.
    pub why: HeaderWhy,
}

/// What is wrong with a header. The English sentence leaves out the line and the field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeaderWhy {
    /// The first line, which names the program, is not there.
    #[error("the header has no name: it begins with '-- <name>', '-- <about>'")]
    NoName,
    /// The second line, which describes the program, is not there.
    #[error("the header has no about: it begins with '-- <name>', '-- <about>'")]
    NoAbout,
    /// The program's name has characters that no name may have.
    #[error("'{name}' is no name: lower-case letters, digits and _")]
    Name {
        /// The name.
        name: String,
    },
    /// A line is none of a header's fields.
    #[error("'{word}' is no field; there are {}", known.join(", "))]
    UnknownField {
        /// What stands in the field's place.
        word: String,
        /// The fields that there are.
        known: &'static [&'static str],
    },
    /// A field stands there twice, or behind one that it must precede.
    #[error("'{field}' stands there twice, or out of order")]
    Order {
        /// The field.
        field: &'static str,
    },
    /// The field is missing.
    #[error("is missing")]
    Missing,
    /// A word of the field's list is unknown.
    #[error("'{word}' is not one of {}", known.join(", "))]
    UnknownWord {
        /// The word.
        word: String,
        /// The words that there are.
        known: Vec<&'static str>,
    },
    /// A word of the field's list stands there twice.
    #[error("'{word}' stands there twice")]
    RepeatedWord {
        /// The word.
        word: String,
    },
    /// No venue is named.
    #[error("needs at least one venue")]
    NoVenue,
    /// The program uses the SQL database and still runs inside Redis.
    #[error("cannot be 'server' where a key is a row of the SQL database: only the app reaches it")]
    SqlInServer,
    /// The field is about a venue that the program does not run in.
    #[error("is not one of its venues")]
    OtherVenue,
    /// An entry of `returns` has no whole number.
    #[error("'{entry}' has no whole number")]
    NoNumber {
        /// The entry.
        entry: String,
    },
    /// An entry of `returns` has no known outcome.
    #[error("'{entry}' has no known outcome")]
    UnknownOutcome {
        /// The entry.
        entry: String,
    },
    /// An entry of `returns` has neither of the two forms.
    #[error("'{entry}' is neither '>0 won share' nor '<number> <outcome>'")]
    Entry {
        /// The entry.
        entry: String,
    },
    /// An entry of `returns` gives a second meaning to a number.
    #[error("'{entry}' says a second time what a number means")]
    RepeatedNumber {
        /// The entry.
        entry: String,
    },
}
