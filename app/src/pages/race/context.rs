//! What every component of the race page may use, and the names of the lanes.

use leptos::prelude::*;

use super::session::Session;
use super::state::Page;
use crate::words::Words;

/// The lanes' names in ids and in the address.
pub const SIDES: [&str; 2] = ["left", "right"];

/// A message over the lanes, shown until it is dismissed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The line to the server broke.
    Lost,
    /// It is back.
    Restored,
    /// The address is in the clipboard.
    LinkCopied,
}

/// What is open and which lane is in front: the page's own affairs, of no interest to the race.
#[derive(Clone, Copy)]
pub struct Panels {
    /// The folded form.
    pub form: RwSignal<bool>,
    /// The help.
    pub help: RwSignal<bool>,
    /// Verdict, latencies and table, in both lanes.
    pub behind: RwSignal<bool>,
    /// The lane that a phone shows.
    pub front: RwSignal<usize>,
    /// True if there is room for one lane only.
    pub narrow: RwSignal<bool>,
    /// True if the browser asks for dark pages.
    pub browser_dark: RwSignal<bool>,
    /// The message over the lanes.
    pub notice: RwSignal<Option<Notice>>,
}

impl Panels {
    /// Returns the panels as a page opens with them.
    pub fn new() -> Panels {
        Panels {
            form: RwSignal::new(false),
            help: RwSignal::new(false),
            behind: RwSignal::new(false),
            front: RwSignal::new(0),
            narrow: RwSignal::new(false),
            browser_dark: RwSignal::new(false),
            notice: RwSignal::new(None),
        }
    }
}

/// The context of the race page's components.
#[derive(Clone, Copy)]
pub struct Context {
    /// The shared state.
    pub page: Page,
    /// Runs races and moves the cursor.
    pub session: Session,
    /// What is open.
    pub panels: Panels,
    /// The words of the language that is on.
    pub words: &'static Words,
}

impl Context {
    /// Returns the shares of a lane: those of its race, or, before there is one, those that the form
    /// asks for.
    pub fn shares(self, lane: usize) -> Memo<u64> {
        let Page { lanes, workload, .. } = self.page;
        Memo::new(move |_| {
            let view = lanes[lane].view.read();
            match view.has_race {
                true => u64::from(view.shares),
                false => workload.read().get("shares").parse().unwrap_or_default(),
            }
        })
    }

    /// Returns true if the form asks for another race than the one that is shown.
    pub fn is_changed(self) -> bool {
        let Page { lanes, workload, .. } = self.page;
        (0..lanes.len()).any(|lane| {
            let asked = workload.read().lane_config(lane);
            match (lanes[lane].result.read().as_ref(), asked) {
                (Some(result), Ok(asked)) => result.config != asked,
                _ => false,
            }
        })
    }
}
