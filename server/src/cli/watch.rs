//! Watches a check from beside it: the Lua VM stops a script that runs for ever, but one operation on
//! a huge text counts as one instruction, and a million of those are minutes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::exit::{CliError, Exit};

/// One state never takes so long, unless a script makes it.
const SILENCE_MAX: Duration = Duration::from_secs(4);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A watch over work that gives signs of life.
pub struct Watch {
    beats: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
}

impl Watch {
    /// Begins to watch: without a sign of life for some seconds, this process ends with a message.
    pub fn begin() -> Watch {
        let watch = Watch { beats: Arc::default(), over: Arc::default() };
        let (beats, over) = (watch.beats.clone(), watch.over.clone());
        std::thread::spawn(move || {
            let (mut last, mut silence) = (0, Duration::ZERO);
            while !over.load(Ordering::Relaxed) {
                std::thread::sleep(LOOK_EVERY);
                let now = beats.load(Ordering::Relaxed);
                silence = if now == last { silence + LOOK_EVERY } else { Duration::ZERO };
                last = now;
                if silence >= SILENCE_MAX {
                    let limit = SILENCE_MAX.as_secs();
                    let why = "the script was stopped: one run of it took longer than";
                    CliError::Unfinished(format!("{why} {limit} s")).exit();
                    std::process::exit(Exit::CouldNotRun as i32);
                }
            }
        });
        watch
    }

    /// Gives a sign of life.
    pub fn beat(&self) {
        self.beats.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
