//! What every component of the guide may use.

use leptos::prelude::*;

use super::words::GuideWords;
use super::worker::WorkerClient;
use crate::link::Theme;
use crate::words::{Lang, Words};

/// The context of the guide's components.
#[derive(Clone, Copy)]
pub struct Context {
    /// The language; a change of it renders the whole page anew.
    pub lang: RwSignal<Lang>,
    /// The theme.
    pub theme: RwSignal<Theme>,
    /// True if the browser asks for dark pages.
    pub browser_dark: RwSignal<bool>,
    /// The words that the race page has too: names of properties, venues, outcomes and fields.
    pub words: &'static Words,
    /// The words of the guide alone.
    pub texts: &'static GuideWords,
    /// Answers what needs the Lua VM.
    pub worker: WorkerClient,
}
