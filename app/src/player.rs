//! What a lane shows at a cursor, and how the cursor moves: plain structs, tested natively.

pub mod axis;
pub mod card;
pub mod lane_view;
pub mod outline;
pub mod playback;
pub mod record;
pub mod scene;
pub mod timeline;
pub mod turns;
pub mod xray;
