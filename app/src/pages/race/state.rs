//! What the components share: signals around the plain structs of [`crate::player`] and [`crate::workload`].

use leptos::prelude::*;
use race_core::config::FieldError;
use race_core::result::RaceResult;

pub use crate::link::Theme;
use crate::player::lane_view::LaneView;
use crate::player::playback::Player;
use crate::words::{Lang, Words};
use crate::workload::Workload;

/// How the page stands with the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// Nothing is under way.
    #[default]
    Idle,
    /// A race of this lane is under way and is being streamed.
    Racing(usize),
    /// The line broke in mid-race and is being made anew.
    Reconnecting,
    /// The line is back.
    Restored,
}

/// Why a race could not be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The server cannot be reached.
    Unreachable,
    /// Somebody else's race is running.
    Busy,
    /// The server has no Redis.
    NoRedis,
    /// A field was refused: by the same check that the server makes.
    Field(FieldError),
    /// The server refused it for another reason.
    Other {
        /// The field to blame, if there is one.
        field: Option<String>,
        /// The server's sentence, in English.
        message: String,
    },
}

impl Problem {
    /// Returns the field to blame, if there is one.
    pub fn field(&self) -> Option<&str> {
        match self {
            Problem::Field(error) => Some(&error.field),
            Problem::Other { field, .. } => field.as_deref(),
            _ => None,
        }
    }

    /// Returns the sentence for it.
    pub fn text(&self, words: &Words) -> String {
        match self {
            Problem::Unreachable => words.line.unreachable.to_owned(),
            Problem::Busy => words.line.busy.to_owned(),
            Problem::NoRedis => words.line.no_redis.to_owned(),
            Problem::Field(error) => words.field_error(error),
            Problem::Other { message, .. } => message.clone(),
        }
    }
}

/// One lane's signals.
#[derive(Clone, Copy)]
pub struct Lane {
    /// What it shows at the cursor; at most ten times a second.
    pub view: RwSignal<LaneView>,
    /// Its race as the server last sent it; its totals are not shown before the cursor is there.
    pub result: RwSignal<Option<RaceResult>>,
}

/// What the timeline under both lanes shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Wins of both lanes by equal slices of playback time; left and right.
    pub wins: [Vec<u32>; 2],
    /// The length that all of it lies on, in seconds of playback.
    pub length: f32,
    /// Chapters: their instant in playback seconds and which one (0 all read, 1 first overwrite, 2 last share).
    pub chapters: Vec<(f32, u8)>,
    /// Where each lane ends, in playback seconds.
    pub ends: [Option<f32>; 2],
    /// True seconds per playback second at speed 1; none in lockstep, whose axis has no time.
    pub stretch: Option<f64>,
}

/// All of the page's shared state.
#[derive(Clone, Copy)]
pub struct Page {
    /// The language.
    pub lang: RwSignal<Lang>,
    /// The theme.
    pub theme: RwSignal<Theme>,
    /// Presenter mode: full screen, big type, controls hidden.
    pub presenter: RwSignal<bool>,
    /// The form.
    pub workload: RwSignal<Workload>,
    /// Left and right.
    pub lanes: [Lane; 2],
    /// The cursor; a copy at most ten times a second of the one that the session moves.
    pub player: RwSignal<Player>,
    /// The timeline.
    pub marks: RwSignal<Marks>,
    /// The line to the server.
    pub connection: RwSignal<Connection>,
    /// Why the last start did not work.
    pub problem: RwSignal<Option<Problem>>,
    /// What the person guessed before the first race, if they did: 0 ten, 1 more, 2 fewer.
    pub guess: RwSignal<Option<u8>>,
}

impl Page {
    /// The words of the language that is on.
    pub fn words(&self) -> &'static Words {
        self.lang.get().words()
    }
}
