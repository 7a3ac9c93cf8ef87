//! The server's limits, all of them; a race's own stand in the table of its fields.

use std::time::Duration;

/// Bytes of a request's body, at most.
pub const BODY_BYTES_MAX: usize = 16 * 1024;
/// A request's head, and then its body, must be here within this time.
pub const REQUEST_TIME_MAX: Duration = Duration::from_secs(10);
/// Connections at once; more wait to be accepted.
pub const CONNECTIONS_MAX: usize = 1_024;

/// Starts that may come at once …
pub const STARTS_BURST: u32 = 20;
/// … and how many more each second after that.
pub const STARTS_PER_SECOND: u32 = 10;
/// Bytes of an `Idempotency-Key`, at most.
pub const KEY_BYTES_MAX: usize = 200;
/// Idempotency keys that are remembered, the latest.
pub const KEYS_KEPT: usize = 256;

/// Ended races whose results are kept, the latest.
pub const RESULTS_KEPT: usize = 16;
/// Ended races whose traces are kept too: two lanes, now and the time before.
pub const TRACES_KEPT: usize = 4;

/// Viewers at once.
pub const VIEWERS_MAX: usize = 32;
/// Bytes of a message from a viewer, at most; none is expected.
pub const MESSAGE_BYTES_MAX: usize = 4 * 1024;
/// Bytes that wait for a viewer who does not read, at most; no frame is that large.
pub const UNSENT_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Steps in one frame, at most.
pub const FRAME_STEPS_MAX: usize = 4_000;
/// Between two frames of a race that moves.
pub const FRAME_EVERY: Duration = Duration::from_millis(33);
/// A frame comes at least this often.
pub const HEARTBEAT: Duration = Duration::from_secs(1);
/// A viewer who has not taken a frame by then is dropped.
pub const SEND_TIME_MAX: Duration = Duration::from_secs(10);

/// What is under way at the server's end has this long to end by itself.
pub const DRAIN_TIME_MAX: Duration = Duration::from_secs(3);

/// How long a Redis or a database may take to answer before it counts as gone; a race's own commands
/// may take as long as the race.
pub const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);
