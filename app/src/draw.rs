//! The one module that draws on a canvas.
//!
//! One animation-frame loop calls it with plain structs. No signal per racer, colours cached as
//! values, marks in batches of one colour: that is what keeps five thousand racers cheap.

mod card;
mod layout;
mod mosaic;
mod palette;
mod pen;
mod stage;

pub use layout::{CARDS_MAX, Labels, LaneShape};
pub use mosaic::Mosaic;
pub use palette::Palette;
pub use stage::Stage;
