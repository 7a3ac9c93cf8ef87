//! `race run`: one race, to its end, with its result.

use std::sync::Arc;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use race_core::race::RaceConfig;
use race_core::race::config::FIELDS;
use race_core::race::field::{Field, FieldError, Kind, Value};
use race_core::simulate::simulate;
use race_core::trace::Standing;
use race_core::wire::{RaceResult, Status};

use crate::live::{self, Log};
use crate::races::new_id;
use crate::store::{Store, StoreError};

use super::progress::Progress;
use super::{Exit, could_not_run, json, print, redis_url, report, runtime, source, told_to_end};

/// The one field that is named by its place.
const STRATEGY: &str = "strategy";

/// Its arguments: a flag for each field of a race.
pub fn command() -> Command {
    let simulate = Arg::new("simulate")
        .long("simulate")
        .action(ArgAction::SetTrue)
        .help("Race on the model store: no Redis, virtual time, the same every time");
    Command::new("run")
        .about("Run one race and tell its result")
        .args(FIELDS.iter().map(flag))
        .args([simulate, redis_url(), json()])
}

fn flag(field: &'static Field) -> Arg {
    let arg = Arg::new(field.name).help(help(field));
    if field.name == STRATEGY {
        return arg.value_name("STRATEGY").required(true);
    }
    let arg = arg.long(field.name.replace('_', "-"));
    let value = match field.kind {
        Kind::Switch => return arg.action(ArgAction::SetTrue),
        Kind::Whole { .. } => "N",
        Kind::Millis { .. } => "MS",
        Kind::Choice(_) => "NAME",
        Kind::WholeList { .. } => "N,N,…",
        Kind::Text { .. } => "TEXT",
    };
    arg.value_name(value).allow_negative_numbers(true)
}

/// What the field is, what it accepts, and what it is where nothing is said.
fn help(field: &Field) -> String {
    if field.name == STRATEGY {
        return "The program that grabs; `race strategies` lists them".to_owned();
    }
    let (first, rest) = field.about.split_at(1);
    let accepts = match field.kind {
        Kind::Whole { min, max } | Kind::WholeList { min, max, .. } => format!(" [{min} to {max}]"),
        Kind::Millis { max } => format!(" [0 to {max}]"),
        Kind::Choice(names) => format!(" [{}]", names.join(", ")),
        Kind::Switch | Kind::Text { .. } => String::new(),
    };
    let default = match field.kind {
        Kind::Switch => String::new(),
        _ if field.default.is_empty() => String::new(),
        _ => format!(" [default: {}]", field.default),
    };
    format!("{}{rest}{accepts}{default}", first.to_uppercase())
}

/// Runs the race.
pub fn main(matches: &ArgMatches) -> Exit {
    let config = match config(matches) {
        Ok(config) => config,
        Err(error) => return unusable(&error),
    };
    let result = match matches.get_flag("simulate") {
        true if matches.value_source("redis_url") == Some(ValueSource::CommandLine) => {
            eprintln!("error: --simulate has no use for --redis-url");
            return Exit::Unusable;
        }
        true => simulate(&config).result,
        false => match runtime("warn").block_on(on_redis(matches, &config)) {
            Ok(result) => result,
            Err(error) => return could_not_run(&error.message),
        },
    };
    let simulated = matches.get_flag("simulate");
    match matches.get_flag("json") {
        true => print(&format!("{}\n", serde_json::to_string(&result).expect("a result is JSON"))),
        false => print(&report::text(&result, simulated, report::Ink::of_stdout())),
    }
    exit(&result)
}

fn config(matches: &ArgMatches) -> Result<RaceConfig, FieldError> {
    let given = FIELDS.iter().filter_map(|field| {
        let value = match field.kind {
            Kind::Switch => matches.get_flag(field.name).then_some(Value::Switch(true)),
            _ => matches.get_one::<String>(field.name).map(|text| Value::Plain(text.clone())),
        };
        value.map(|value| (field.name.to_owned(), value))
    });
    RaceConfig::from_fields(&given.collect::<Vec<_>>())
}

fn unusable(error: &FieldError) -> Exit {
    let flag = match error.field.as_str() {
        STRATEGY => "STRATEGY".to_owned(),
        name => format!("--{}", name.replace('_', "-")),
    };
    eprintln!("error: {flag}: {}\n\nFor more information, try 'race run --help'.", error.message);
    Exit::Unusable
}

async fn on_redis(matches: &ArgMatches, config: &RaceConfig) -> Result<RaceResult, StoreError> {
    let store = Store::open(source(matches)).await?;
    let log = Log::new(&new_id(), config);
    let result = watched(&store, log).await;
    store.close().await;
    Ok(result)
}

/// Runs the race, shows how far it is, and stops it when told to.
async fn watched(store: &Store, log: Arc<Log>) -> RaceResult {
    let progress = Progress::new(&log.result());
    let mut race = std::pin::pin!(live::run(store, log.clone()));
    loop {
        tokio::select! {
            result = &mut race => break result,
            () = told_to_end() => log.cancel("A signal stopped it."),
            () = progress.due() => progress.show(&log.result()),
        }
    }
}

fn exit(result: &RaceResult) -> Exit {
    match result.status {
        Status::Finished
            if result.verdict.values().any(|standing| *standing == Standing::Broken) =>
        {
            Exit::Broken
        }
        Status::Finished => Exit::Held,
        _ => could_not_run(&report::unfinished(result)),
    }
}
