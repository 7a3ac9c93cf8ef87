//! The server's limits, all of them; a race's own stand in the table of its fields.

use std::time::Duration;

/// The most bytes that a request's body may have.
pub const BODY_BYTES_MAX: usize = 16 * 1024;
/// The time within which a request's head must have arrived, and after it, within the same time, its body.
pub const REQUEST_TIME_MAX: Duration = Duration::from_secs(10);
/// The most connections at once; more wait to be accepted.
pub const CONNECTIONS_MAX: usize = 1_024;

/// The most starts of races at once …
pub const STARTS_BURST: u32 = 20;
/// … and the number that is added each second.
pub const STARTS_PER_SECOND: u32 = 10;
/// The most bytes that an `Idempotency-Key` may have.
pub const KEY_BYTES_MAX: usize = 200;
/// The number of Idempotency-Keys that are remembered, the latest.
pub const KEYS_KEPT: usize = 256;

/// The number of ended races whose results are kept, the latest.
pub const RESULTS_KEPT: usize = 16;
/// The number of ended races whose traces are kept too: of two lanes, now and the time before.
pub const TRACES_KEPT: usize = 4;

/// The most viewers at once.
pub const VIEWERS_MAX: usize = 32;
/// The most bytes that a message from a viewer may have; none is expected.
pub const MESSAGE_BYTES_MAX: usize = 4 * 1024;
/// The most bytes that wait for a viewer that does not read; no frame is that large.
pub const UNSENT_BYTES_MAX: usize = 4 * 1024 * 1024;
/// The most steps in one frame.
pub const FRAME_STEPS_MAX: usize = 4_000;
/// The time between two frames of a race in which something happens.
pub const FRAME_EVERY: Duration = Duration::from_millis(33);
/// The longest time without a frame.
pub const HEARTBEAT: Duration = Duration::from_secs(1);
/// The time after which a viewer that has not taken a frame is dropped.
pub const SEND_TIME_MAX: Duration = Duration::from_secs(10);

/// The time that races, viewers and connections have to end by themselves when the server ends.
pub const DRAIN_TIME_MAX: Duration = Duration::from_secs(3);

/// How long a Redis or a database may take to answer before it counts as gone; a race's own commands
/// may take as long as the race.
pub const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);
