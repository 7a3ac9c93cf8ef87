//! A Lua file without a header: what a header would say is said beside it.

use super::fields::HeaderError;
use super::header::Program;

/// What a file's keys, arguments and numbers mean where nothing is said.
const STOCK: &str = "stock:string";
const STOCK_AND_USERS: &str = "stock:string,users:set";
const ARGV: &str = "racer,quantity";
const RETURNS: &str = "1 won, 0 sold_out, -1 sold_out, -2 duplicate, -3 missing";

impl Program {
    /// Whether a file begins with a header, or with something that was meant as one.
    pub fn has_header(text: &str) -> bool {
        text.lines()
            .skip_while(|line| line.starts_with("#!"))
            .map_while(|line| line.strip_prefix("--"))
            .any(|comment| {
                let field = comment.trim_start().split(':').next();
                matches!(field, Some("venues" | "keys" | "argv" | "returns"))
            })
    }

    /// A program without a header, with its keys, its arguments and what it returns, as a header
    /// would say them but with commas.
    pub fn bare(
        name: &str,
        text: &str,
        [keys, argv, returns]: [Option<String>; 3],
    ) -> Result<Program, HeaderError> {
        let letter = |c: char| match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => c,
            _ => '_',
        };
        let name: String = name.chars().map(letter).collect();
        let words = |said: Option<String>, usual: &str| {
            said.unwrap_or_else(|| usual.to_owned()).replace(',', " ").replace(['\r', '\n'], " ")
        };
        // Who keeps no record of winners is not to be judged by an empty one.
        let keys = words(keys, if text.contains("KEYS[2]") { STOCK_AND_USERS } else { STOCK });
        // Only the app reaches the SQL database.
        let (venues, breaks) = match keys.contains(":sql") {
            true => ("client", "-- breaks(client):"),
            false => ("client server", "-- breaks(client):\n-- breaks(server):"),
        };
        let header = format!(
            "-- {}\n-- A program of your own.\n-- source: P\n-- venues: {venues}\n\
             -- keys: {keys}\n-- argv: {}\n-- returns: {}\n{breaks}\n",
            if name.is_empty() { "own" } else { &name },
            words(argv, ARGV),
            returns.unwrap_or_else(|| RETURNS.to_owned()).replace(['\r', '\n'], " "),
        );
        let mut program = Program::parse(&header)
            .map_err(|error| HeaderError { line: 1, message: error.message })?;
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
    fn a_file_without_a_header_runs_with_what_is_said_beside_it() {
        let text = "-- my script\nreturn 1\n";
        assert!(!Program::has_header(text));
        let said = [Some("stock:string".to_owned()), Some(String::new()), None];
        let program = Program::bare("My-Script", text, said).unwrap();
        assert_eq!((program.name.as_str(), program.text.as_str()), ("my_script", text));
        assert_eq!(program.argv, [""; 0]);
        assert_eq!(program.outcome(0), Some((Outcome::SoldOut, None)));
        let error = Program::bare("x", text, [Some("moon".to_owned()), None, None]).unwrap_err();
        assert!(error.message.contains("'moon' is not one of"), "{error}");
    }
}
