//! Running both lanes: the right one is posted when the left one has ended, so that they do not
//! compete for the machine.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use race_core::config::RaceConfig;
use race_core::result::RaceResult;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Session, tick};
use crate::player::record::Record;
use crate::post;

use crate::net::{self, Ended, Refusal};
use crate::pages::race::state::{Connection, Problem};

/// A race that takes longer than this is followed live, in ms; a shorter one is over before
/// anybody could look.
const LIVE_AFTER_MS: f64 = 400.0;
/// How often a broken line is made anew before the page gives up.
const TRIES: u32 = 20;
const TRY_AGAIN_MS: u32 = 500;

/// Starts both lanes from the form.
pub fn start(session: Session, opens_at: Option<f32>) {
    let page = session.page;
    page.problem.set(None);
    let configs =
        page.workload.with_untracked(|workload| [0, 1].map(|lane| workload.lane_config(lane)));
    let configs = match configs {
        [Ok(left), Ok(right)] => [left, right],
        [Err(error), _] | [_, Err(error)] => {
            page.problem.set(Some(Problem::Field(error)));
            return;
        }
    };
    let (run, under_way) = session.change(|inner| {
        inner.run += 1;
        inner.busy = true;
        inner.opens_at = opens_at;
        inner.player.pause();
        let mut under_way = inner.lanes.iter().filter_map(|lane| lane.record.as_ref());
        let under_way = under_way.rfind(|record| !record.ended());
        (inner.run, under_way.map(|record| record.result.id.clone()))
    });
    spawn_local(async move {
        if let Some(id) = under_way {
            // Starting again while a race runs means: that one is of no interest any more.
            let _ = net::stop(&id).await;
        }
        run_both(session, run, configs).await;
    });
}

async fn run_both(session: Session, run: u32, configs: [RaceConfig; 2]) {
    for (lane, config) in configs.into_iter().enumerate() {
        let begun = match net::start(post::json(&config)).await {
            Ok(id) => begin(session, run, lane, RaceResult::new(&id, &config)),
            Err(refusal) => {
                give_up(session, run, refusal);
                return;
            }
        };
        let Some(id) = begun else { return };
        if !follow(session, run, lane, &id).await {
            return;
        }
    }
    opened(session, run);
}

/// A lane's race has begun; `None` if the page has moved on to another run.
fn begin(session: Session, run: u32, lane: usize, result: RaceResult) -> Option<String> {
    let id = result.id.clone();
    let current = session.change(|inner| {
        if inner.run != run {
            return false;
        }
        if lane == 0 {
            inner.lanes[1].clear();
            inner.player.seek(0.0);
        }
        inner.lanes[lane].begin(Record::new(result.clone()));
        inner.lay_out();
        true
    });
    if !current {
        return None;
    }
    session.page.lanes[lane].result.set(Some(result));
    if lane == 0 {
        session.page.lanes[1].result.set(None);
    }
    session.connection(Connection::Racing(lane));
    Some(id)
}

/// Streams a lane to its end, making a broken line anew; whether the page still wants it.
async fn follow(session: Session, run: u32, lane: usize, id: &str) -> bool {
    let began_ms = session.read(|inner| inner.frame_ms);
    for attempt in 0..TRIES {
        match net::watch(id, move |frame| take(session, run, lane, began_ms, frame)).await {
            Ended::Whole => {
                if attempt > 0 {
                    session.connection(Connection::Restored);
                }
                return true;
            }
            Ended::Dropped if session.read(|inner| inner.run != run) => return false,
            Ended::Dropped | Ended::Broken => {}
        }
        session.connection(Connection::Reconnecting);
        TimeoutFuture::new(pause_ms()).await;
    }
    give_up(session, run, Refusal::Unreachable);
    false
}

/// How long to wait before the line is made anew: never the same, so that a whole room of pages does
/// not come back in one instant.
fn pause_ms() -> u32 {
    let now_ms = window().performance().map_or(0.0, |clock| clock.now());
    ChaCha8Rng::seed_from_u64(now_ms.to_bits()).random_range(TRY_AGAIN_MS / 2..=TRY_AGAIN_MS)
}

/// A frame has come; `false` if nobody wants more of this line.
fn take(
    session: Session,
    run: u32,
    lane: usize,
    began_ms: f64,
    frame: race_core::wire::Frame,
) -> bool {
    let taken = session.change(|inner| {
        let whole = inner.run == run
            && inner.lanes[lane].record.as_mut().is_some_and(|record| record.absorb(frame));
        let live = inner.frame_ms - began_ms > LIVE_AFTER_MS;
        if whole && live {
            inner.lay_out();
            if !inner.player.live {
                // Followed from here on, until somebody moves the cursor back.
                (inner.player.playing, inner.player.following) = (true, true);
            }
            inner.player.extend(inner.lanes[lane].ends(), true);
        }
        whole
    });
    if session.page.connection.get_untracked() == Connection::Reconnecting {
        session.connection(Connection::Restored);
    }
    taken
}

/// Both lanes are in: playback begins.
fn opened(session: Session, run: u32) {
    let results = session.change(|inner| {
        if inner.run != run {
            return None;
        }
        inner.busy = false;
        inner.lay_out();
        inner.player.extend(inner.player.length, false);
        match inner.opens_at.take() {
            Some(cursor) => {
                inner.player.pause();
                inner.player.seek(cursor);
            }
            None => inner.player.restart(),
        }
        tick::publish_marks(session, inner);
        Some(
            [0, 1]
                .map(|lane| inner.lanes[lane].record.as_ref().map(|record| record.result.clone())),
        )
    });
    let Some(results) = results else { return };
    for (lane, result) in results.into_iter().enumerate() {
        session.page.lanes[lane].result.set(result);
    }
    if session.page.connection.get_untracked() != Connection::Restored {
        session.connection(Connection::Idle);
    }
}

fn give_up(session: Session, run: u32, refusal: Refusal) {
    let current = session.change(|inner| {
        let current = inner.run == run;
        inner.busy &= !current;
        current
    });
    if !current {
        return;
    }
    let problem = match refusal {
        Refusal::Unreachable => Problem::Unreachable,
        Refusal::Answer { status: 409, .. } => Problem::Busy,
        Refusal::Answer { status: 503, .. } => Problem::NoRedis,
        Refusal::Answer { range: Some(error), .. } => Problem::Field(error),
        Refusal::Answer { field, message, .. } => Problem::Other { field, message },
    };
    session.page.problem.set(Some(problem));
    session.connection(Connection::Idle);
}
