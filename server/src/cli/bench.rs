//! `race bench`: our own overhead, as ratios.

use clap::{Arg, ArgMatches, Command, value_parser};

use crate::bench::{self, Options};

use super::args::{json, redis_url, source};
use super::exit::{CliError, Exit};
use super::process::runtime;

/// Returns its arguments.
pub fn command() -> Command {
    let runs = Arg::new("runs")
        .long("runs")
        .value_name("N")
        .default_value("5")
        .value_parser(value_parser!(u32).range(1..=100))
        .help("How often each figure is taken; the median counts");
    Command::new("bench")
        .about("Measure our overhead beside redis-benchmark, on the same Redis in the same run")
        .args([runs, redis_url(), json()])
}

/// Measures, and returns how that ended.
pub fn main(matches: &ArgMatches) -> Exit {
    let runs = *matches.get_one::<u32>("runs").expect("it has a default");
    let options = Options { source: source(matches), runs, json: matches.get_flag("json") };
    match runtime("warn").block_on(bench::run(options)) {
        Ok(()) => Exit::Held,
        Err(error) => CliError::from(error).exit(),
    }
}
