//! Pictures: a few paths of one pen, and the envelope.

use leptos::prelude::*;
use race_core::trace::Venue;

/// Outlines, 20 × 20.
pub const MOON: &str = "M16 12.5A7 7 0 0 1 7.5 4 7 7 0 1 0 16 12.5z";
/// The other theme.
pub const SUN: &str = "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M4 16l1.4-1.4M14.6 5.4L16 4";
/// The page's address.
pub const LINK: &str = "M8.5 11.5a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5l-1 1M11.5 8.5a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5l1-1";
/// Full screen.
pub const SCREEN: &str = "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4";
/// Solids, 20 × 20.
pub const PLAY: &str = "M6 4l10 6-10 6z";
/// Two bars.
pub const PAUSE: &str = "M5 4h3v12H5zM12 4h3v12h-3z";
/// One event back.
pub const BACK: &str = "M5 4h2v12H5zM16 4v12L8 10z";
/// One event on.
pub const ON: &str = "M13 4h2v12h-2zM4 4l8 6-8 6z";
/// What unfolds.
pub const CHEVRON: &str = "M7 4l6 6-6 6";

/// The paths of [`VenueSign`], 22 × 14.
const TWO_BOXES: &str = "M3 2h3a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM16 2h3a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z";
const ONE_BOX: &str =
    "M3 2h16a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM11 2v10";

/// A picture beside a text or a label that has the same meaning.
#[component]
pub fn Icon(
    /// One of the paths above.
    path: &'static str,
    #[prop(optional)] class: Option<&'static str>,
) -> impl IntoView {
    view! {
        <svg class=class viewBox="0 0 20 20" aria-hidden="true">
            <path d=path />
        </svg>
    }
}

/// The red packet.
#[component]
pub fn Envelope() -> impl IntoView {
    view! {
        <svg viewBox="0 0 24 30" aria-hidden="true">
            <path
                class="envelope-body"
                d="M4 1h16a3 3 0 0 1 3 3v22a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z"
            />
            <path
                class="envelope-flap"
                d="M1 4a3 3 0 0 1 3-3h16a3 3 0 0 1 3 3v5q-11 8-22 0z"
            />
            <path class="envelope-seal" d="M12 9a4 4 0 1 0 0 8 4 4 0 0 0 0-8z" />
        </svg>
    }
}

/// The sign of a venue, as the turn strip draws it: two boxes for the client, one box for both in Redis.
#[component]
pub fn VenueSign(venue: Venue) -> impl IntoView {
    let path = match venue {
        Venue::Client => TWO_BOXES,
        Venue::Server => ONE_BOX,
    };
    view! {
        <svg class="venue-sign" viewBox="0 0 22 14" aria-hidden="true">
            <path d=path />
        </svg>
    }
}
