//! `race run`: one race, to its end, with its result.

use std::sync::Arc;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use race_core::RaceConfig;
use race_core::config::FIELDS;
use race_core::result::{RaceResult, Status};
use race_core::trace::Standing;
use race_engine::simulate::simulate;
use tokio_util::sync::CancellationToken;

use crate::backends::Backends;
use crate::live::{self, Log};
use crate::races::new_id;
use crate::store::Store;

use super::args::{database, database_url, json, redis_url, source};
use super::exit::{CliError, Exit};
use super::ink::Ink;
use super::process::{print, runtime, stopped_by_signal};
use super::progress::Progress;
use super::{flags, report};

/// Returns its arguments: a flag for each field of a race.
pub fn command() -> Command {
    let simulate = Arg::new("simulate")
        .long("simulate")
        .action(ArgAction::SetTrue)
        .help("Race on the model store: no Redis, virtual time, the same every time");
    Command::new("run")
        .about("Run one race and print its result")
        .args(FIELDS.iter().map(flags::arg))
        .args([simulate, redis_url(), database_url(), json()])
}

/// Runs the race.
pub fn main(matches: &ArgMatches) -> Exit {
    let config = match RaceConfig::from_fields(&flags::fields(matches, FIELDS)) {
        Ok(config) => config,
        Err(error) => return flags::unusable("run", error),
    };
    let is_flag = |name: &&&str| matches.value_source(name) == Some(ValueSource::CommandLine);
    let result = match matches.get_flag("simulate") {
        true if let Some(url) = ["redis_url", "database_url"].iter().find(is_flag) => {
            eprintln!("error: --simulate has no use for --{}", url.replace('_', "-"));
            return Exit::Unusable;
        }
        true if config.xray => {
            eprintln!("error: --simulate has no use for --xray: there is no Redis to look into");
            return Exit::Unusable;
        }
        true => simulate(&config).result,
        false => match runtime("warn").block_on(on_redis(matches, &config)) {
            Ok(result) => result,
            Err(error) => return error.exit(),
        },
    };
    let simulated = matches.get_flag("simulate");
    match matches.get_flag("json") {
        true => print(&format!("{}\n", serde_json::to_string(&result).expect("a result is JSON"))),
        false => print(&report::text(&result, simulated, Ink::of_stdout())),
    }
    exit(&result)
}

async fn on_redis(matches: &ArgMatches, config: &RaceConfig) -> Result<RaceResult, CliError> {
    let database = database(matches)?;
    if config.program().calls_sql() {
        database.open().await?;
    }
    let backends = Backends::new(Store::open(source(matches)).await?, database);
    let log = Log::new(&new_id(), config);
    let result = watched(&backends, log, "", &stopped_by_signal()).await;
    backends.close().await;
    Ok(result)
}

/// Runs the race, shows under a label how far it is, and stops it with the token.
pub async fn watched(
    backends: &Backends,
    log: Arc<Log>,
    label: &str,
    stop: &CancellationToken,
) -> RaceResult {
    let progress = Progress::new(&log.result(), label);
    let mut race = std::pin::pin!(live::run(backends, log.clone()));
    let mut is_stopping = false;
    loop {
        tokio::select! {
            result = &mut race => break result,
            () = stop.cancelled(), if !is_stopping => {
                is_stopping = true;
                log.cancel("A signal stopped it.");
            }
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
        _ => CliError::Unfinished(report::unfinished(result)).exit(),
    }
}
