//! Our tables: how they are made, and which of their rows are left over.

use super::statements::Dialect;

/// A race's rows carry its id, and when they were made.
const TABLES: &str = "CREATE TABLE IF NOT EXISTS rpr_stock (
    race TEXT NOT NULL PRIMARY KEY, stock BIGINT NOT NULL,
    made TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE IF NOT EXISTS rpr_orders (
    race TEXT NOT NULL, racer TEXT NOT NULL,
    made TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (race, racer));";
/// Two servers that make the same table at the same instant: one of them would be refused.
const ALONE: &str = "BEGIN; SELECT pg_advisory_xact_lock(782735);";

/// Removes a race's rows.
pub const REMOVE: [&str; 2] =
    ["DELETE FROM rpr_stock WHERE race = $1", "DELETE FROM rpr_orders WHERE race = $1"];

/// Returns what makes our tables where they are not.
pub fn tables(dialect: Dialect) -> String {
    match dialect {
        Dialect::Sqlite => TABLES.to_owned(),
        Dialect::Postgres => format!("{ALONE}{TABLES}COMMIT;"),
    }
}

/// Returns what removes old rows: a race ends after a minute, so those are left over.
pub fn sweep(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => {
            "DELETE FROM rpr_stock WHERE made < datetime('now', '-10 minutes');
            DELETE FROM rpr_orders WHERE made < datetime('now', '-10 minutes');"
        }
        Dialect::Postgres => {
            "DELETE FROM rpr_stock WHERE made < CURRENT_TIMESTAMP - interval '10 minutes';
            DELETE FROM rpr_orders WHERE made < CURRENT_TIMESTAMP - interval '10 minutes';"
        }
    }
}
