//! What the DOM shows of a lane.

use race_core::trace::Verb;

/// Letters on the turn strip, at most.
pub const LETTERS_MAX: usize = 24;

/// One box of the turn strip: commands that Redis ran with nobody in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnBox {
    /// The commands, as letters: G, S, D, …
    pub letters: Vec<char>,
    /// How many commands the box stands for, where it is too long to be written out.
    pub count: u32,
    /// True if it reads a value that others read as well before anybody wrote.
    pub together: bool,
}

/// One command as Redis ran it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Redis's own clock, in µs since the first of them.
    pub at_us: u64,
    /// Whose it is, 1 and up.
    pub racer: u32,
    /// The command.
    pub text: String,
    /// True if a script called it.
    pub in_script: bool,
    /// How many read its value before anybody wrote; 0 unless it is one of several.
    pub together: u32,
}

/// What the DOM shows of a lane at the cursor; taken at most ten times a second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneView {
    /// True if there is a race at all.
    pub has_race: bool,
    /// True if the cursor is at the end of a race that has ended.
    pub at_end: bool,
    /// Shares that exist.
    pub shares: u32,
    /// Shares handed out: the hero number.
    pub handed_out: u64,
    /// Shares given twice or more: won beyond distinct ones.
    pub given_twice: u64,
    /// Shares won beyond those that existed.
    pub oversold: u64,
    /// Paid out so far, in fen.
    pub paid_fen: i64,
    /// Paid beyond the packet's total, in fen.
    pub overpaid_fen: i64,
    /// Grabs that won.
    pub won: u64,
    /// Grabs refused so far.
    pub refused: u64,
    /// Grabs that failed or got no answer.
    pub failed: u64,
    /// Grabs that have not begun.
    pub waiting: u64,
    /// Grabs in flight.
    pub in_flight: u64,
    /// The stock in Redis, as far as the trace proves it.
    pub stock: Option<i64>,
    /// True if the last write raised it.
    pub overwritten_up: bool,
    /// Cards that hold a value that is no longer true, and the value most of them hold.
    pub stale_cards: u32,
    /// The value that most cards hold.
    pub held: Option<i64>,
    /// Owners by share: index 0 is share number 1.
    pub owners: Vec<u16>,
    /// Wins of shares that do not exist.
    pub phantoms: u32,
    /// The share that most was paid for beyond its amount: its number, its owners, its amount in fen.
    pub paid_most: Option<(u32, u16, i64)>,
    /// Lines of the program that somebody is at: line and how many.
    pub lines: Vec<(u16, u32)>,
    /// The command that was sent last, in lockstep.
    pub verb: Option<Verb>,
    /// Lockstep: the round, 1 and up, and how many there are.
    pub round: Option<(u32, u32)>,
    /// The turn at the cursor, and how many there are, where the order was fixed.
    pub turn: Option<(u32, u32)>,
    /// The latest boxes of the turn strip, oldest first; empty where the order is not known.
    pub turns: Vec<TurnBox>,
    /// The latest commands of an X-ray, oldest first.
    pub log: Vec<LogLine>,
    /// True time at the cursor, in µs since the race began; none in lockstep.
    pub true_us: Option<u64>,
}
