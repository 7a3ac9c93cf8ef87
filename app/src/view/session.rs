//! The session: runs races, moves the cursor, and hands snapshots to the components.

use crate::view::state::Page;

/// A handle that components call; it is `Copy`, like a signal.
#[derive(Clone, Copy)]
pub struct Session {
    page: Page,
}

impl Session {
    /// A session for this page; starts the one animation-frame loop.
    pub fn new(page: Page) -> Session {
        Session { page }
    }

    /// Starts the race of both lanes anew, from the form.
    pub fn start(&self) {}
    /// Space: starts if there is no race yet, else plays or pauses; at the end, plays again.
    pub fn toggle(&self) {}
    /// Pauses.
    pub fn pause(&self) {}
    /// Moves the cursor, in playback seconds.
    pub fn seek(&self, _to: f32) {}
    /// One event on or back.
    pub fn step(&self, _forward: bool) {}
    /// One chapter on or back.
    pub fn chapter(&self, _forward: bool) {}
    /// The speed slider, 0 to 100.
    pub fn set_speed(&self, _slider: u8) {}
    /// Gives a lane the canvas to draw on.
    pub fn attach(&self, _lane: usize, _canvas: web_sys::HtmlCanvasElement) {}
    /// What lies under the pointer on a lane's canvas, as a sentence, if anything does.
    pub fn describe(&self, _lane: usize, _x: f64, _y: f64) -> Option<String> {
        let _ = self.page;
        None
    }
}
