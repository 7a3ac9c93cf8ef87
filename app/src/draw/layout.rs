//! What stands where on a stage, and the words beside it.

use race_core::trace::Venue;

use crate::player::lane_view::TurnBox;

/// Up to this many in flight each card carries its value; above it, they are marks.
pub const CARDS_MAX: u32 = 16;

/// Width and height of a card.
pub const CARD: (f64, f64) = (60.0, 19.0);

/// The words on a stage, made once a snapshot, not once a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels {
    /// Under the crowd: how many wait.
    pub waiting: String,
    /// On the envelope.
    pub stock: String,
    /// Before the turn strip.
    pub redis_took: String,
    /// Over the queue at the door.
    pub one_at_a_time: String,
    /// Beside a card whose value is stale: the value that is true now.
    pub now: String,
    /// Before the number on a card that has won.
    pub won: String,
    /// On a stock that was overwritten with a larger value.
    pub overwritten: String,
    /// Where there are too many cards: the values that most of them hold.
    pub groups: Vec<String>,
    /// The turn strip.
    pub turns: Vec<TurnBox>,
    /// True if the strip is in Redis's own order, as recorded.
    pub is_xray: bool,
}

/// What a stage needs to know of its race.
#[derive(Clone, Copy, Debug)]
pub struct LaneShape {
    /// Where the lines run.
    pub venue: Venue,
    /// Grabs in flight at once.
    pub width: u32,
    /// Shares in the packet.
    pub shares: u32,
    /// All grabs.
    pub grabs: u32,
    /// True if the board stands beside the stage rather than below it.
    pub board_beside: bool,
}

/// Where things stand on a stage, in CSS pixels.
pub struct Layout<'a> {
    /// Width of the stage.
    pub width: f64,
    /// Height without the turn strip.
    pub height: f64,
    /// The race.
    pub lane: &'a LaneShape,
    /// Nothing flies: for those who asked for less motion.
    pub still: bool,
}

impl<'a> Layout<'a> {
    /// Returns the layout of a stage of this size.
    pub fn new(width: f64, height: f64, lane: &'a LaneShape, still: bool) -> Layout<'a> {
        Layout { width, height, lane, still }
    }

    /// The envelope: x, y, width, height.
    pub fn envelope(&self) -> (f64, f64, f64, f64) {
        let width = if self.width < 420.0 { 72.0 } else { 88.0 };
        let height = (self.height - 28.0).min(128.0);
        (self.width - width - 16.0, (self.height - height) / 2.0 - 4.0, width, height)
    }

    /// Where the crowd ends and where Redis's door is.
    pub fn ends(&self) -> (f64, f64) {
        (118.0, self.envelope().0 - 10.0)
    }

    /// Where a card waits in the app.
    pub fn home(&self) -> f64 {
        let (left, door) = self.ends();
        left + (door - left - CARD.0) * 0.3
    }

    /// The middle of a row of cards.
    pub fn row(&self, slot: u16) -> f64 {
        let rows = self.lane.width.clamp(1, CARDS_MAX);
        let pitch = ((self.height - 14.0) / f64::from(rows)).min(27.0);
        let top = (self.height - pitch * f64::from(rows)) / 2.0;
        top + pitch * (f64::from(slot) + 0.5)
    }

    /// Where the tile of a share lies, as far as the stage reaches towards it.
    pub fn tile(&self, share: i64) -> f64 {
        let shares = i64::from(self.lane.shares.clamp(1, 10));
        let column = (shares - 1 - (share - 1).rem_euclid(shares)) as f64;
        (column + 0.5) / shares as f64 * self.width
    }
}
