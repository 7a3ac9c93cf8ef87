//! The table of the fields of a race config: what each accepts, and what it is for.

use super::LOADED;
use super::field::{Field, FieldKind};
use crate::keys::SHARDS_MAX;

const SHARES_MAX: u64 = 200_000;
/// The largest whole number that JSON readers everywhere keep exact.
const SEED_MAX: u64 = (1 << 53) - 1;

/// The fields of a race config, in the order in which they are listed to people.
pub const FIELDS: &[Field] = &[
    field("strategy", FieldKind::Text { len_max: 64 }, "get_set", "the program that grabs"),
    field(
        "venue",
        FieldKind::Choice(&["client", "server"]),
        "",
        "where its lines run: in the app, one command at a time, or inside Redis; default: its first",
    ),
    field("shares", FieldKind::Whole { min: 1, max: SHARES_MAX }, "10", "shares in the packet"),
    field(
        "total_fen",
        FieldKind::Whole { min: 1, max: 4_000_000_000 },
        "",
        "the packet's total in fen; default: 1000 a share",
    ),
    field(
        "split",
        FieldKind::Choice(&["equal", "double_mean", "fair_mean", "line_cut"]),
        "equal",
        "how the total is split into shares",
    ),
    field(
        "quantity",
        FieldKind::Whole { min: 1, max: 1_000 },
        "1",
        "shares that one grab asks for",
    ),
    field(
        "quantities",
        FieldKind::WholeList { min: 1, max: 1_000, len_max: 64 },
        "",
        "instead of quantity: cycled over the grabs",
    ),
    field("racers", FieldKind::Whole { min: 1, max: 200_000 }, "88", "people who grab"),
    field(
        "grabs_per_racer",
        FieldKind::Whole { min: 1, max: 10_000 },
        "1",
        "how often each of them grabs",
    ),
    field(
        "owners",
        FieldKind::WholeList { min: 0, max: 63, len_max: 64 },
        "",
        "instead of racers and grabs_per_racer: who owns each grab, such as 0,0,1",
    ),
    field("concurrency", FieldKind::Whole { min: 1, max: 10_000 }, "8", "grabs in flight at once"),
    field(
        "gap_ms",
        FieldKind::Millis { max: 10_000 },
        "0",
        "time between a racer's commands: exact in lockstep, else the mean of a seeded distribution",
    ),
    field(
        "jitter_ms",
        FieldKind::Millis { max: 30_000 },
        "0",
        "arrivals are spread over this time, seeded; not in lockstep",
    ),
    field(
        "rate",
        FieldKind::Whole { min: 1, max: 1_000_000 },
        "",
        "grabs that arrive a second, evenly and whatever becomes of them; latency counts from the planned arrival; default: as soon as there is room",
    ),
    field(
        "lockstep",
        FieldKind::Switch,
        "false",
        "all grabs in flight finish command k before any starts k+1",
    ),
    field(
        "schedule",
        FieldKind::Text { len_max: 100_000 },
        "",
        "run the grabs' commands in exactly this order, such as 0.1.0.1; x1: grab 1 dies, t: locks expire, r0: grab 0's share is given back",
    ),
    field(
        "stock",
        FieldKind::Text { len_max: 64 },
        LOADED,
        "what the stock key holds at the start: loaded, absent, or a text",
    ),
    field(
        "lock_ttl_ms",
        FieldKind::Whole { min: 1, max: 60_000 },
        "1000",
        "how long a lock lives; only for strategies that lock",
    ),
    field(
        "attempts",
        FieldKind::Whole { min: 1, max: 1_000 },
        "3",
        "tries before a grab gives up; only for strategies that try again",
    ),
    field(
        "shards",
        FieldKind::Whole { min: 1, max: SHARDS_MAX as u64 },
        "4",
        "keys that the stock is spread over; only for strategies that spread it",
    ),
    field("seed", FieldKind::Whole { min: 0, max: SEED_MAX }, "1", "all that varies comes from it"),
    field(
        "xray",
        FieldKind::Switch,
        "false",
        "record by MONITOR the order in which Redis itself ran the commands; up to 5000 grabs",
    ),
];

const fn field(
    name: &'static str,
    kind: FieldKind,
    default: &'static str,
    about: &'static str,
) -> Field {
    Field { name, kind, default, about }
}

/// Returns the field of this name.
pub fn field_named(name: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.name == name)
}
