//! `race compare`: strategies side by side, the same workload, one race after the other on one Redis.

mod files;
mod table;

use clap::{Arg, ArgMatches, Command};
use race_core::RaceConfig;
use race_core::catalogue;
use race_core::config::field::Field;
use race_core::config::{FIELDS, FieldError};
use race_core::result::{RaceResult, Status};
use race_report::plan::LEVELS;
use race_report::row::{ComparisonRow, NotRun, RowStatus};
use race_report::{Comparison, Contender, PlannedRace, plan, warm_up};
use tokio_util::sync::CancellationToken;

use crate::backends::Backends;
use crate::live::Log;
use crate::machine;
use crate::races::new_id;
use crate::store::Store;

use super::args::{database, database_url, json, redis_url, source};
use super::exit::{CliError, Exit};
use super::ink::Ink;
use super::process::{print, runtime, stopped_by_signal};
use super::{flags, run};
use files::Files;

/// Returns its arguments: strategies, a flag for each field that they share, and where the results go.
pub fn command() -> Command {
    let ways = Arg::new(flags::STRATEGY)
        .value_name("STRATEGY[:VENUE]")
        .required(true)
        .num_args(1..)
        .help("What to compare, such as get_set atomic:server; without a venue it is the strategy's first");
    let repeat = Arg::new("repeat")
        .long("repeat")
        .value_name("N")
        .default_value("1")
        .value_parser(["1", "3", "5", "7", "9"])
        .help("Races for each row; the one whose rate is in the middle counts, what any of them broke is broken");
    let fields = shared().map(|field| match field.name {
        LEVELS => flags::arg(field).value_name("N,N,…").help(
            "Grabs in flight at once, or several such numbers: each is a block of rows [1 to 10000, at most 8 of them] \
             [default: 8]",
        ),
        _ => flags::arg(field),
    });
    Command::new("compare")
        .about("Run several strategies, one after the other, and print them side by side")
        .args([ways, repeat])
        .args(files::args())
        .args([redis_url(), database_url(), json()])
        .args(fields)
        .after_help(
            "A field goes to those strategies that have use for it. A small race that is not counted comes first, so \
             that the first row does not pay for the start.\nExit codes: 0 all judged properties held in all rows, 1 one is \
             broken, 2 unusable arguments, 3 a race could not run to its end. A row that a strategy cannot have (\"not run\") \
             changes nothing about it.",
        )
}

/// Returns the fields that are the same for all; X-ray is for looking at a single race.
fn shared() -> impl Iterator<Item = &'static Field> {
    FIELDS.iter().filter(|field| !["strategy", "venue", "xray"].contains(&field.name))
}

/// Compares, and returns how that ended.
pub fn main(matches: &ArgMatches) -> Exit {
    let planned = match planned(matches) {
        Ok(planned) => planned,
        Err(error) => return flags::unusable("compare", error),
    };
    let files = match Files::open(matches) {
        Ok(files) => files,
        Err(error) => return flags::unusable("compare", error),
    };
    let runs = matches.get_one::<String>("repeat").and_then(|text| text.parse().ok()).unwrap_or(1);
    let (all, stopped) = match runtime("warn").block_on(compared(matches, &planned, runs)) {
        Ok(done) => done,
        Err(error) => return error.exit(),
    };
    if let Err(error) = files.write(&all) {
        return error.exit();
    }
    if matches.get_flag("json") {
        print(&format!("{}\n", serde_json::to_string(&all).expect("a comparison is JSON")));
    } else if !files.take_stdout() {
        print(&table::text(&all, Ink::of_stdout()));
    }
    exit(&all, stopped)
}

fn planned(matches: &ArgMatches) -> Result<Vec<PlannedRace>, FieldError> {
    let texts = matches.get_many::<String>(flags::STRATEGY).into_iter().flatten();
    plan(&Contender::parse_all(texts.map(String::as_str))?, &flags::fields(matches, shared()))
}

/// Runs all of it, and returns true beside the result if a signal stopped it.
async fn compared(
    matches: &ArgMatches,
    planned: &[PlannedRace],
    runs: usize,
) -> Result<(Comparison, bool), CliError> {
    let database = database(matches)?;
    let calls_sql = |contender: &Contender| {
        catalogue::strategy(&contender.strategy).is_some_and(|program| program.calls_sql())
    };
    if planned.iter().any(|each| calls_sql(&each.contender)) {
        database.open().await?;
    }
    let backends = Backends::new(Store::open(source(matches)).await?, database);
    let stop = stopped_by_signal();
    let machine = machine::about(&backends.redis).await?;
    if let Some(config) = warm_up(planned) {
        race(&backends, &config, "warming up ", &stop).await;
    }
    let mut rows: Vec<ComparisonRow> = planned.iter().map(ComparisonRow::new).collect();
    for (at, (row, each)) in rows.iter_mut().zip(planned).enumerate() {
        let Ok(config) = &each.config else { continue };
        let label = format!("{} of {}: {} ", at + 1, planned.len(), each.contender);
        let mut races: Vec<RaceResult> = Vec::new();
        while races.len() < runs && !stop.is_cancelled() {
            let result = race(&backends, config, &label, &stop).await;
            let is_whole = result.status == Status::Finished;
            races.push(result);
            // What does not come to its end once is not tried again and again.
            if !is_whole {
                break;
            }
        }
        match races.is_empty() {
            true => row.not_run = Some(NotRun::Stopped),
            false => row.set_races(races),
        }
    }
    backends.close().await;
    Ok((Comparison { rows, machine }, stop.is_cancelled()))
}

async fn race(
    backends: &Backends,
    config: &RaceConfig,
    label: &str,
    stop: &CancellationToken,
) -> RaceResult {
    run::watched(backends, Log::new(&new_id(), config), label, stop).await
}

fn exit(all: &Comparison, stopped: bool) -> Exit {
    match stopped {
        true => CliError::Stopped.exit(),
        false if all.count(RowStatus::Broken) > 0 => Exit::Broken,
        false if all.count(RowStatus::Unfinished) > 0 => {
            CliError::Unfinished("not every race came to its end".to_owned()).exit()
        }
        false => Exit::Held,
    }
}
