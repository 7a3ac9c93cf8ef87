//! A Lua file without a header: what a header would say is given beside it.

use super::error::HeaderError;
use super::header::Program;

/// What a file's keys, arguments and numbers mean where nothing is given.
const STOCK: &str = "stock:string";
const STOCK_AND_USERS: &str = "stock:string,users:set";
const ARGV: &str = "racer,quantity";
const RETURNS: &str = "1 won, 0 sold_out, -1 sold_out, -2 duplicate, -3 missing";

/// The fields of a header for a file that has none, in the header's words but with commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BareHeader {
    /// What KEYS holds; by default `stock:string`, and `users:set` if the text has a `KEYS[2]`.
    pub keys: Option<String>,
    /// What ARGV holds; by default `racer,quantity`.
    pub argv: Option<String>,
    /// What the numbers that it returns mean.
    pub returns: Option<String>,
}

impl Program {
    /// Returns true if a file begins with a header, or with something that was meant as one.
    pub fn has_header(text: &str) -> bool {
        text.lines()
            .skip_while(|line| line.starts_with("#!"))
            .map_while(|line| line.strip_prefix("--"))
            .any(|comment| {
                let field = comment.trim_start().split(':').next();
                matches!(field, Some("venues" | "keys" | "argv" | "returns"))
            })
    }

    /// Returns the program of a file without a header.
    ///
    /// It has no needs, whatever its text uses: such a program is only checked, and on the model each
    /// grab has connections of its own. To race it on a real Redis it has to be given a header.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn bare(name: &str, text: &str, header: BareHeader) -> Result<Program, HeaderError> {
        let letter = |c: char| match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => c,
            _ => '_',
        };
        let name: String = name.chars().map(letter).collect();
        let line = |value: String| value.replace(['\r', '\n'], " ");
        let words = |value: Option<String>, default: &str| {
            line(value.unwrap_or_else(|| default.to_owned()).replace(',', " "))
        };
        // A program that keeps no record of winners must not be judged by an empty one.
        let default = if text.contains("KEYS[2]") { STOCK_AND_USERS } else { STOCK };
        let keys = words(header.keys, default);
        // Only the app reaches the SQL database.
        let (venues, breaks) = match keys.contains(":sql") {
            true => ("client", "-- breaks(client):"),
            false => ("client server", "-- breaks(client):\n-- breaks(server):"),
        };
        let header = format!(
            "-- {}\n-- A program of your own.\n-- source: own\n-- venues: {venues}\n\
             -- keys: {keys}\n-- argv: {}\n-- returns: {}\n{breaks}\n",
            if name.is_empty() { "own" } else { &name },
            words(header.argv, ARGV),
            line(header.returns.unwrap_or_else(|| RETURNS.to_owned())),
        );
        let mut program =
            Program::parse(&header).map_err(|error| HeaderError { line: 1, ..error })?;
        program.text = text.to_owned();
        program.body_line_first = 1;
        Ok(program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Outcome;

    #[test]
    fn a_file_without_a_header_runs_with_what_is_given_beside_it() {
        let text = "-- my script\nreturn 1\n";
        assert!(!Program::has_header(text));
        let keys = Some("stock:string".to_owned());
        let header = BareHeader { keys, argv: Some(String::new()), ..BareHeader::default() };
        let program = Program::bare("My-Script", text, header).unwrap();
        assert_eq!((program.name.as_str(), program.text.as_str()), ("my_script", text));
        assert_eq!(program.argv, [""; 0]);
        assert!(program.needs.is_empty());
        assert_eq!(program.outcome(0), Some((Outcome::SoldOut, None)));
        let moon = BareHeader { keys: Some("moon".to_owned()), ..BareHeader::default() };
        let error = Program::bare("x", text, moon).unwrap_err();
        assert_eq!(error.field, Some("keys"));
        assert!(error.why.to_string().contains("'moon' is not one of"), "{error}");
    }
}
