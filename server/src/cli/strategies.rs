//! `race strategies`: what there is to race.

use std::fmt::Write as _;

use clap::{ArgMatches, Command};
use race_core::catalogue;
use race_core::program::Program;

use crate::http::strategies;

use super::args::json;
use super::exit::Exit;
use super::process::print;

/// Returns its arguments.
pub fn command() -> Command {
    Command::new("strategies").about("List every strategy and what it breaks").arg(json())
}

/// Lists them.
pub fn main(matches: &ArgMatches) -> Exit {
    match matches.get_flag("json") {
        true => {
            print(&format!("{}\n", serde_json::to_string(&strategies::all()).expect("it is JSON")))
        }
        false => print(&text(catalogue::strategies())),
    }
    Exit::Held
}

fn text(programs: &[Program]) -> String {
    let mut text = String::new();
    for program in programs {
        let _ = writeln!(text, "{}\n  {}", program.name, program.about);
        for &venue in &program.venues {
            let broken: Vec<_> =
                program.breaks(venue).iter().map(|property| property.name()).collect();
            let claim = if broken.is_empty() { "nothing".to_owned() } else { broken.join(", ") };
            let _ = writeln!(text, "  {:<8}breaks {claim}", venue.name());
        }
        text.push('\n');
    }
    text.push_str("Run one: race run get_set --lockstep\n");
    text
}
