//! What can go wrong with Redis. Each error's text is a sentence for people: what is wrong and what to
//! do about it. No password ever gets in here: only the address, and what Redis itself answered.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::Arc;

use crate::limits::ANSWER_TIME_MAX;

/// The forms in which a Redis may be named.
const FORM: &str = "write it as redis://user:password@host:6379/0 or unix:///path/to/redis.sock";

/// Why Redis cannot be used right now.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The address asks for TLS.
    #[error("Redis over TLS (rediss://) is not supported.")]
    Tls,
    /// The address cannot be read. It is not repeated, because it may hold a password.
    #[error("The address of Redis is not of its form: {FORM}.")]
    BadAddress,
    /// The client would not log in at all, and silently be the all-powerful default user.
    #[error("The address of Redis names a user but no password: {FORM}.")]
    UserWithoutPassword,
    /// Nothing listens there.
    #[error("No Redis answers at {address}. Is it running there?")]
    NothingThere {
        /// The address without user and password.
        address: String,
    },
    /// An open connection ended.
    #[error("The connection to Redis at {address} broke off. Has it been stopped?")]
    BrokenOff {
        /// The address without user and password.
        address: String,
    },
    /// There is another reason for which no connection came about.
    #[error("Redis at {address} cannot be reached: {why}.")]
    Unreachable {
        /// The address without user and password.
        address: String,
        /// The client's own words.
        why: String,
    },
    /// No answer came in time.
    #[error("Redis at {address} did not answer within {} s.", ANSWER_TIME_MAX.as_secs())]
    Silent {
        /// The address without user and password.
        address: String,
    },
    /// Redis refused a command.
    #[error("{}", refusal.sentence(address))]
    Refused {
        /// The address without user and password.
        address: String,
        /// What Redis answered.
        refusal: Refusal,
    },
    /// Redis answers, but must not be raced on.
    #[error("{}", unfit.sentence(address))]
    Unfit {
        /// The address without user and password.
        address: String,
        /// What is wrong with it.
        unfit: Unfit,
    },
    /// Redis does not let this user see what it runs.
    #[error(
        "Redis at {address} does not list what it runs: an X-ray needs a user who may MONITOR."
    )]
    NoMonitor {
        /// The address without user and password.
        address: String,
    },
    /// The private Redis could not be started, or ended at once.
    #[error(transparent)]
    Private(#[from] PrivateError),
}

/// Why there is no private Redis.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PrivateError {
    /// No server program is on PATH.
    #[error(
        "redis-server not found. Install it (Debian, Ubuntu: apt install redis-server; \
         macOS: brew install redis), or name one with REDIS_SERVER_BIN, or give the \
         address of a running one with --redis-url."
    )]
    NotOnPath,
    /// The program that was named does not exist.
    #[error("There is no Redis server at {}; REDIS_SERVER_BIN or the path given is wrong.", .0.display())]
    NoProgram(PathBuf),
    /// The system did not let it start.
    #[error("A private Redis could not start: {0}.")]
    NotStarted(Arc<io::Error>),
    /// It ended before it answered.
    #[error("{} ended at once ({status}): {output}", program.display())]
    EndedAtOnce {
        /// The server program.
        program: PathBuf,
        /// Its exit status.
        status: ExitStatus,
        /// The last line that it printed.
        output: String,
    },
    /// It runs but does not answer.
    #[error("{} was started, but did not answer within {seconds} s.", program.display())]
    NoAnswer {
        /// The server program.
        program: PathBuf,
        /// How long we waited.
        seconds: u64,
    },
}

/// What Redis answered instead of doing what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// User name and password do not belong together.
    WrongPassword,
    /// It asks for a password, and none was sent.
    NoPassword,
    /// This user may not do that; with Redis's own words.
    NotAllowed(String),
    /// It is a replica.
    ReadOnly,
    /// It has no memory left.
    OutOfMemory,
    /// It is running a script that does not end.
    Busy,
    /// It is still reading its data.
    Loading,
    /// It cannot write to its disk.
    CannotSave,
    /// It is a replica without a master.
    NoMaster,
    /// It belongs to a cluster.
    Cluster,
    /// Its cluster does not work.
    ClusterDown,
    /// It does not know the script or the function that it was asked to run.
    UnknownProgram,
    /// A library of that name is loaded already.
    LibraryExists,
    /// There is another reason; with Redis's own words.
    Other(String),
}

/// Why a Redis must not be raced on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It is older than what races need.
    TooOld {
        /// Its version.
        version: String,
    },
    /// It belongs to a cluster.
    Cluster,
    /// It is a replica.
    Replica,
    /// It throws keys away when its memory is full.
    Evicts {
        /// Its `maxmemory-policy`.
        policy: String,
    },
}

impl StoreError {
    /// Returns the error of an address at which user name or password was refused.
    pub fn wrong_password(address: &str) -> StoreError {
        StoreError::Refused { address: address.to_owned(), refusal: Refusal::WrongPassword }
    }
}

impl Refusal {
    /// Returns the refusal of the Redis at this address as a sentence.
    fn sentence(&self, address: &str) -> String {
        let redis = format!("Redis at {address}");
        match self {
            Refusal::WrongPassword => format!("{redis} refused the user name or the password."),
            Refusal::NoPassword => format!(
                "{redis} asks for a password: put it into the address, as in \
                 redis://:password@host:6379 or redis://user:password@host:6379."
            ),
            Refusal::NotAllowed(why) => {
                format!("{redis} does not let this user do what a race does: {why}.")
            }
            Refusal::ReadOnly => {
                format!("{redis} is a replica and only reads: give its master's address.")
            }
            Refusal::OutOfMemory => {
                format!("{redis} is out of memory (maxmemory) and takes no more writes.")
            }
            Refusal::Busy => format!("{redis} is busy with a script that does not come to an end."),
            Refusal::Loading => {
                format!("{redis} is still loading its data: try again in a moment.")
            }
            Refusal::CannotSave => {
                format!("{redis} takes no writes, because it cannot save to its disk.")
            }
            Refusal::NoMaster => format!("{redis} is a replica that has lost its master."),
            Refusal::Cluster => {
                format!("{redis} is part of a cluster; races run on a single Redis only.")
            }
            Refusal::ClusterDown => format!("The Redis cluster at {address} is down."),
            Refusal::UnknownProgram => format!("{redis} refused: it has forgotten the program."),
            Refusal::LibraryExists => format!("{redis} refused: that library exists already."),
            Refusal::Other(text) => format!("{redis} refused: {text}"),
        }
    }
}

impl Unfit {
    fn sentence(&self, address: &str) -> String {
        match self {
            Unfit::TooOld { version } => {
                format!("Redis at {address} is version {version}; races need 6.2 or later.")
            }
            Unfit::Cluster => Refusal::Cluster.sentence(address),
            Unfit::Replica => Refusal::ReadOnly.sentence(address),
            Unfit::Evicts { policy } => format!(
                "Redis at {address} throws keys away when its memory is full (maxmemory-policy \
                 {policy}), so a stock could vanish in mid-race: set it to noeviction."
            ),
        }
    }
}
