//! `race check`: every order of a scenario, on the model store.

mod input;

use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use race_core::RaceConfig;
use race_core::config::field::plain;
use race_core::config::field_named;
use race_core::program::Program;
use race_core::report::CheckReport;
use race_core::trace::Standing;
use race_engine::check::{Bounds, Check, Faults, GRABS_MAX, scenario};
use redis_lua::ProgramError;

use super::args::json;
use super::exit::Exit;
use super::flags::FlagError;
use super::ink::Ink;
use super::process::print;
use super::watch::Watch;
use super::{counterexample, flags};
use input::{program, unusable_file};

/// Fields of a race that make a scenario; without one of them, the standard scenarios are walked.
const FIELDS: &[&str] = &[
    "racers",
    "grabs_per_racer",
    "owners",
    "shares",
    "quantity",
    "quantities",
    "stock",
    "lock_ttl_ms",
    "attempts",
    "shards",
];
/// States between two times that their number is shown.
const SHOWN_EVERY: u32 = 5_000;

/// Returns its arguments.
pub fn command() -> Command {
    let strategy = Arg::new(flags::STRATEGY)
        .value_name("STRATEGY|FILE.lua")
        .required(true)
        .help("A strategy of `race strategies`, or a Lua file of your own");
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    let own = "of a file without a header";
    Command::new("check")
        .about("Walk every order of the grabs: find the shortest that goes wrong, or show that none does")
        .arg(strategy)
        .arg(flags::arg(field_named("venue").expect("a field")))
        .args(FIELDS.iter().map(|name| field_arg(name)))
        .args([
            text("faults", "NAME,…", "What may go wrong besides the order [die, time, refund]; default: the header's")
                .value_delimiter(',')
                .value_parser(["die", "time", "refund"]),
            text("max-states", "N", "Give up a scenario after so many states [1 to 50000000] [default: 2000000]")
                .value_parser(value_parser!(u64).range(1..=50_000_000)),
            Arg::new("no-symmetry")
                .long("no-symmetry")
                .action(ArgAction::SetTrue)
                .help("Walk states that differ only in which racer is which, each for itself"),
            text("keys", "KIND,…", "The kinds of KEYS of a file without a header [default: stock:string, and users:set if there is a KEYS[2]]"),
            text("argv", "NAME,…", "The names of ARGV of a file without a header [default: racer,quantity]"),
            text("returns", "N OUTCOME,…", "What its numbers mean [default: 1 won, 0 sold_out, -1 sold_out, -2 duplicate, -3 missing]"),
        ])
        .arg(json())
        .after_help(format!(
            "At most {GRABS_MAX} grabs. --keys, --argv and --returns are {own}; lua/README.md gives the form of one.\n\
             Exit codes: 0 all judged properties held, 1 one is broken, 2 unusable arguments, 3 it could not run, 4 not every order was walked."
        ))
}

/// Returns a field's argument; the defaults of a race are not those of a check.
fn field_arg(name: &str) -> Arg {
    let field = field_named(name).expect("a field");
    let about = match name {
        "racers" => {
            "racers who grab, at most 12 grabs in all; default: six standard scenarios, else 2"
        }
        "shares" => "shares in the packet; default: those of the standard scenarios, else 1",
        "attempts" => "tries before a grab gives up, for strategies that try again; default: 2",
        _ => field.about,
    };
    let (first, rest) = about.split_at(1);
    flags::arg(field).help(format!("{}{rest}", first.to_uppercase()))
}

/// Checks, and returns how that ended.
pub fn main(matches: &ArgMatches) -> Exit {
    let program = match program(matches) {
        Ok(program) => program,
        Err(exit) => return exit,
    };
    let scenarios = match scenarios(matches, &program) {
        Ok(scenarios) => scenarios,
        Err(error) => return flags::unusable("check", error),
    };
    let faults = match matches.get_many::<String>("faults") {
        Some(names) => Faults::of(names.map(String::as_str)),
        None => Faults::of(program.faults.iter().map(String::as_str)),
    };
    let mut bounds = Bounds::default();
    if let Some(states) = matches.get_one::<u64>("max-states") {
        bounds.states_max = *states as usize;
    }
    let is_symmetric = !matches.get_flag("no-symmetry");
    let named = matches.get_one::<String>(flags::STRATEGY).expect("it is required");
    let mut all = Vec::new();
    for config in &scenarios {
        let check = || Check::new(&program, config, faults, bounds, is_symmetric);
        match walked(scenario::name(config), check) {
            Ok((checked, check)) => {
                let search = check.search();
                all.push(checked);
                // What one scenario has worked on, the others have less.
                bounds.work_max -= search.work().min(bounds.work_max);
                // It would have to be stopped in the larger ones as well.
                if search.is_hopeless() {
                    break;
                }
            }
            Err(error) => return unusable_file(named, &error.to_string()),
        }
    }
    let checked = scenario::merged(all).expect("there is a scenario");
    match matches.get_flag("json") {
        true => print(&format!("{}\n", serde_json::to_string(&checked).expect("it is JSON"))),
        false => print(&counterexample::text(&checked, &program, &scenarios, Ink::of_stdout())),
    }
    exit(&checked)
}

fn exit(checked: &CheckReport) -> Exit {
    let any = |standing| checked.properties.values().any(|found| found.status == standing);
    match (any(Standing::Broken), checked.exhausted) {
        (true, _) => Exit::Broken,
        (false, false) => Exit::NotExhausted,
        (false, true) => Exit::Held,
    }
}

/// Walks one scenario, and shows on a terminal how far it is.
fn walked(
    scenario: String,
    check: impl FnOnce() -> Result<Check, ProgramError>,
) -> Result<(CheckReport, Check), ProgramError> {
    let begun = Instant::now();
    let watch = Watch::begin();
    let mut check = check()?;
    let style = ProgressStyle::with_template("{spinner} {prefix} {msg}").expect("a template");
    let bar = ProgressBar::new_spinner().with_style(style).with_prefix(scenario);
    bar.enable_steady_tick(Duration::from_millis(100));
    let mut walked = 0;
    while check.advance(1) {
        watch.beat();
        walked += 1;
        if walked % SHOWN_EVERY == 0 {
            let search = check.search();
            bar.set_message(format!("{} states, {} acts", search.states(), search.transitions()));
        }
    }
    bar.finish_and_clear();
    let mut checked = check.result();
    checked.elapsed_ms = begun.elapsed().as_secs_f64() * 1_000.0;
    Ok((checked, check))
}

fn scenarios(matches: &ArgMatches, program: &Program) -> Result<Vec<RaceConfig>, FlagError> {
    let own = FIELDS.iter().map(|name| field_named(name).expect("a field"));
    let set = flags::fields(matches, own);
    let venue = flags::fields(matches, field_named("venue"));
    if set.is_empty() {
        let config = RaceConfig::for_program(program, &venue)?;
        return Ok(scenario::standard(program, config.venue)?);
    }
    let has = |name: &str| set.iter().any(|(field, _)| field == name);
    let mut fields: Vec<_> = set.iter().cloned().chain(venue).collect();
    let racers = (!has("owners")).then_some(("racers", "2"));
    let small = racers.into_iter().chain([("shares", "1")]).chain(scenario::small(program));
    fields.extend(plain(small.filter(|(name, _)| !has(name))));
    let config = RaceConfig::for_program(program, &fields)?;
    if config.grabs() > GRABS_MAX {
        let why = format!("must leave at most {GRABS_MAX} grabs, not {}", config.grabs());
        let field = if has("owners") { "owners" } else { "racers" };
        return Err(FlagError::new(field, why));
    }
    Ok(vec![config])
}
