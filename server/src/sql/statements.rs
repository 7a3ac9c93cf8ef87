//! The texts of the statements, from `lua/sql/`. Where the two databases differ, a file has a part
//! for each, behind a line that begins with `-- sqlite` or `-- postgres`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

macro_rules! texts {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../lua/sql/", $name, ".sql"))),)*]
    };
}

const TEXTS: &[(&str, &str)] = texts! {
    "read_stock" "write_stock" "take_stock" "lock_stock" "insert_order" "commit" "rollback"
    "load_stock" "add_stock" "delete_order" "read_orders"
};

/// The dialect of SQL that a text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// SQLite's.
    Sqlite,
    /// PostgreSQL's.
    Postgres,
}

static CUT: LazyLock<BTreeMap<(&'static str, Dialect), Vec<&'static str>>> = LazyLock::new(|| {
    let cut = |(name, text): &(&'static str, &'static str)| {
        [Dialect::Sqlite, Dialect::Postgres].map(|dialect| ((*name, dialect), cut(text, dialect)))
    };
    TEXTS.iter().flat_map(cut).collect()
});

/// Returns what a statement runs, one after the other; the last takes its arguments.
pub fn of(name: &str, dialect: Dialect) -> &'static [&'static str] {
    CUT.iter().find(|(key, _)| **key == (name, dialect)).map_or(&[], |(_, texts)| texts)
}

fn cut(text: &'static str, dialect: Dialect) -> Vec<&'static str> {
    let (ours, others) = match dialect {
        Dialect::Sqlite => ("-- sqlite", "-- postgres"),
        Dialect::Postgres => ("-- postgres", "-- sqlite"),
    };
    let part = text.find(ours).map_or(text, |at| &text[at..]);
    let part = part.find(others).map_or(part, |at| &part[..at]);
    part.split(";\n").map(str::trim).filter(|piece| !piece.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_engine::sql::STATEMENTS;

    #[test]
    fn every_statement_has_a_text_in_both_dialects() {
        assert_eq!(STATEMENTS.len(), TEXTS.len());
        for statement in STATEMENTS {
            for dialect in [Dialect::Sqlite, Dialect::Postgres] {
                let texts = of(statement.name, dialect);
                let last = texts.last().unwrap_or_else(|| panic!("{}", statement.name));
                let takes = (1..9).filter(|at| last.contains(&format!("${at}"))).count();
                assert_eq!(takes, statement.args.len(), "{last}");
            }
        }
    }

    #[test]
    fn each_dialect_gets_its_own_part() {
        let [begin, select] = of("lock_stock", Dialect::Postgres) else { panic!("two") };
        assert!(begin.ends_with("BEGIN") && select.ends_with("NOWAIT"), "{begin} {select}");
        let [begin, select] = of("lock_stock", Dialect::Sqlite) else { panic!("two") };
        assert!(begin.ends_with("IMMEDIATE") && select.ends_with("$1"), "{begin} {select}");
    }
}
