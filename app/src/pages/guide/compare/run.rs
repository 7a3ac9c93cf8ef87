//! The run: one race after the other, each posted when the one before has ended.
//!
//! The server runs the races; a tab that is closed leaves the one that runs to its own limit.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use race_core::RaceConfig;
use race_core::result::{RaceResult, Status};
use race_report::row::NotRun;
use race_report::{Comparison, ComparisonRow};
use race_report::{PlannedRace, warm_up};
use wasm_bindgen_futures::spawn_local;

use super::results;
use super::state::{CompareState, Phase};
use crate::net::{self, Refusal};
use crate::post;

/// Between two looks at a race that is running: often enough to see it move, too seldom to slow it.
const LOOK_EVERY_MS: u32 = 150;
/// A first look comes sooner, because a short race is over then.
const FIRST_LOOK_MS: u32 = 30;
/// Between two tries to start while somebody else's race is running.
const TRY_EVERY_MS: u32 = 500;
/// The server's statuses for another race, and for too many starts a second.
const BUSY: [u16; 2] = [409, 429];

/// Begins, unless it runs already or something is wrong.
pub fn start(state: CompareState) {
    let planned = state.choice.read_untracked().plan();
    let (Phase::Idle, Ok(planned)) = (state.phase.get_untracked(), planned) else { return };
    state.problem.set(None);
    state.phase.set(Phase::WarmingUp);
    let rows = planned.iter().map(ComparisonRow::new).collect();
    state
        .comparison
        .set(Some(Comparison { rows, machine: race_core::machine::Machine::default() }));
    request_animation_frame(results::scroll_into_view);
    spawn_local(async move {
        if let Err(refusal) = run(state, &planned).await {
            state.problem.set(Some(refusal));
        }
        state.comparison.update(|all| {
            let waiting = all.iter_mut().flat_map(|all| &mut all.rows);
            for row in waiting.filter(|row| row.race.is_none() && row.not_run.is_none()) {
                row.not_run = Some(NotRun::Stopped);
            }
        });
        state.phase.set(Phase::Idle);
    });
}

/// Stops the race that is running, and all that would come after it.
pub fn stop(state: CompareState) {
    state.phase.set(Phase::Stopping);
}

async fn run(state: CompareState, planned: &[PlannedRace]) -> Result<(), Refusal> {
    let machine = net::get("/api/machine").await?;
    let machine = serde_json::from_str(&machine).map_err(|_| Refusal::Unreachable)?;
    state.comparison.update(|all| {
        if let Some(all) = all {
            all.machine = machine;
        }
    });
    if let Some(config) = warm_up(planned) {
        race(state, &config, Phase::WarmingUp, |_| {}).await?;
    }
    for (at, each) in planned.iter().enumerate() {
        let (false, Ok(config)) = (state.is_stopping(), &each.config) else { continue };
        let show = |result: RaceResult| {
            state.comparison.update(|all| {
                if let Some(row) = all.as_mut().and_then(|all| all.rows.get_mut(at)) {
                    row.set_races(vec![result]);
                }
            });
        };
        race(state, config, Phase::Racing(at), show).await?;
    }
    Ok(())
}

/// Runs one race to its end and shows how it stands in the meantime.
async fn race(
    state: CompareState,
    config: &RaceConfig,
    phase: Phase,
    show: impl Fn(RaceResult),
) -> Result<(), Refusal> {
    let Some(id) = begin(state, config, phase).await? else { return Ok(()) };
    let mut pause = FIRST_LOOK_MS;
    let mut has_asked = false;
    loop {
        TimeoutFuture::new(pause).await;
        pause = LOOK_EVERY_MS;
        if state.is_stopping() && !has_asked {
            has_asked = true;
            net::stop(&id).await?;
        }
        let body = net::get(&format!("/api/races/{id}")).await?;
        let Ok(result) = serde_json::from_str::<RaceResult>(&body) else {
            return Err(Refusal::Unreachable);
        };
        let has_ended = result.status != Status::Running;
        show(result);
        if has_ended {
            return Ok(());
        }
    }
}

/// Starts a race, however long somebody else's takes; `None` once somebody pressed stop.
async fn begin(
    state: CompareState,
    config: &RaceConfig,
    phase: Phase,
) -> Result<Option<String>, Refusal> {
    while !state.is_stopping() {
        match net::start(post::json(config)).await {
            Ok(id) => {
                if !state.is_stopping() {
                    state.phase.set(phase);
                }
                return Ok(Some(id));
            }
            Err(Refusal::Answer { status, .. }) if BUSY.contains(&status) => {
                if status == BUSY[0] && !state.is_stopping() {
                    state.phase.set(Phase::Busy);
                }
                TimeoutFuture::new(TRY_EVERY_MS).await;
            }
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(None)
}
