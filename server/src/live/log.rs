//! The log of a race: its driver writes, any number of viewers read, and none of them waits for another.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use race_core::RaceConfig;
use race_core::program::Program;
use race_core::result::{RaceResult, Status};
use race_core::trace::{Step, Tally};
use tokio::sync::watch;

/// Steps that are kept, at most; the counts go on beyond them.
const STEPS_MAX: usize = 200_000;

/// A race as it goes: written by its driver, read by any number of viewers, each at its own pace.
pub struct Log {
    id: String,
    config: RaceConfig,
    program: Program,
    state: Mutex<State>,
    ended: watch::Sender<bool>,
    cancelled: watch::Sender<Option<String>>,
}

struct State {
    result: RaceResult,
    steps: Vec<Step>,
    tallies: Vec<Tally>,
}

/// How far a viewer has read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    /// Steps read.
    pub steps: usize,
    /// Tallies read.
    pub tallies: usize,
}

impl Log {
    /// Returns the log of a race that has not begun.
    pub fn new(id: &str, config: &RaceConfig) -> Arc<Log> {
        Log::with_program(id, config, config.program())
    }

    /// Returns the log of a race with a program that is not in the catalogue: tests have such. People's own programs
    /// never run on a real Redis.
    pub fn with_program(id: &str, config: &RaceConfig, program: &Program) -> Arc<Log> {
        let result = RaceResult::new(id, config);
        Arc::new(Log {
            id: id.to_owned(),
            config: config.clone(),
            program: program.clone(),
            state: Mutex::new(State { result, steps: Vec::new(), tallies: Vec::new() }),
            ended: watch::Sender::new(false),
            cancelled: watch::Sender::new(None),
        })
    }

    /// Returns the race's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the race's config.
    pub fn config(&self) -> &RaceConfig {
        &self.config
    }

    /// Returns the program that grabs.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the race as it stands.
    pub fn result(&self) -> RaceResult {
        self.state().result.clone()
    }

    /// Returns the race as it stands with what came since the cursor, at most `max` steps; moves the cursor.
    ///
    /// For a viewer that has not got every step yet the race is still running.
    pub fn read(&self, cursor: &mut Cursor, max: usize) -> (RaceResult, Vec<Step>, Vec<Tally>) {
        let state = self.state();
        let new = state.steps.get(cursor.steps..).unwrap_or_default();
        let steps = new[..new.len().min(max)].to_vec();
        let tallies = state.tallies.get(cursor.tallies..).unwrap_or_default().to_vec();
        let mut result = state.result.clone();
        if steps.len() < new.len() {
            result.status = Status::Running;
        }
        cursor.steps += steps.len();
        cursor.tallies += tallies.len();
        (result, steps, tallies)
    }

    /// Asks the driver to stop; a race that has ended stays as it is.
    pub fn cancel(&self, reason: &str) {
        self.cancelled.send_if_modified(|asked| {
            let first = asked.is_none();
            asked.get_or_insert_with(|| reason.to_owned());
            first
        });
    }

    /// Waits until the race has ended.
    pub async fn ended(&self) -> RaceResult {
        let mut ended = self.ended.subscribe();
        // The sender is part of this log, so it cannot be gone.
        let _ = ended.wait_for(|ended| *ended).await;
        self.result()
    }

    /// Waits until somebody asks to stop, and returns why.
    pub(super) async fn cancelled(&self) -> String {
        let mut cancelled = self.cancelled.subscribe();
        match cancelled.wait_for(Option::is_some).await {
            Ok(reason) => reason.clone().unwrap_or_default(),
            Err(_) => std::future::pending().await,
        }
    }

    /// Writes what happened since the last time; `update` brings the result up to date.
    pub(super) fn write(
        &self,
        steps: Vec<Step>,
        tallies: Vec<Tally>,
        update: impl FnOnce(&mut RaceResult),
    ) {
        let mut state = self.state();
        let room = STEPS_MAX.saturating_sub(state.steps.len());
        state.steps.extend(steps.into_iter().take(room));
        state.tallies.extend(tallies);
        update(&mut state.result);
    }

    /// Ends the race with this result.
    pub(super) fn finish(&self, result: RaceResult) {
        self.state().result = result;
        self.ended.send_replace(true);
    }

    /// Ends a race that could not begin or go on, with what has been counted.
    pub(super) fn fail(&self, reason: &str) {
        {
            let result = &mut self.state().result;
            result.status = Status::Failed;
            result.reason = Some(reason.to_owned());
        }
        self.ended.send_replace(true);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that panicked while it held the lock cannot have left the lists half written.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use race_core::trace::{Touch, Verb};

    use super::*;

    fn log() -> Arc<Log> {
        Log::new("test", &RaceConfig::from_fields(&[]).expect("the defaults"))
    }

    fn steps(range: std::ops::Range<u32>) -> Vec<Step> {
        let step = |grab| Step {
            grab,
            sent_us: 0,
            replied_us: 0,
            line: 0,
            verb: Verb::Get,
            touch: Touch::None,
            end: None,
        };
        range.map(step).collect()
    }

    #[tokio::test]
    async fn each_viewer_reads_all_at_its_own_pace_and_sees_the_end_with_the_last_step() {
        let log = log();
        log.write(steps(0..3), Vec::new(), |_| {});
        let (mut slow, mut late) = (Cursor::default(), Cursor::default());
        assert_eq!(log.read(&mut slow, 2).1.len(), 2);
        let mut result = log.result();
        result.status = Status::Finished;
        log.write(steps(3..4), Vec::new(), |_| {});
        log.finish(result);
        let (running, two, _) = log.read(&mut slow, 1);
        assert_eq!((running.status, two[0].grab), (Status::Running, 2));
        let (ended, last, _) = log.read(&mut slow, 10);
        assert_eq!((ended.status, last[0].grab), (Status::Finished, 3));
        assert_eq!(log.read(&mut late, 10).1.len(), 4);
        assert_eq!(log.ended().await.status, Status::Finished);
    }

    #[test]
    fn steps_beyond_the_cap_are_dropped() {
        let log = log();
        log.write(steps(0..150_000), Vec::new(), |_| {});
        log.write(steps(0..150_000), Vec::new(), |result| result.won = 1);
        assert_eq!(log.read(&mut Cursor::default(), usize::MAX).1.len(), STEPS_MAX);
        assert_eq!(log.result().won, 1);
    }

    #[tokio::test]
    async fn the_first_reason_to_stop_is_the_one_that_counts() {
        let log = log();
        log.cancel("first");
        log.cancel("second");
        assert_eq!(log.cancelled().await, "first");
    }
}
