//! Every strategy, from `lua/`. Adding one is a file there and a line here.

use std::sync::LazyLock;

use crate::program::Program;

const TEXTS: &[&str] = &[
    include_str!("../../../lua/get_set.lua"),
    include_str!("../../../lua/check_decr.lua"),
    include_str!("../../../lua/decr.lua"),
    include_str!("../../../lua/decr_incr.lua"),
    include_str!("../../../lua/watch_multi.lua"),
    include_str!("../../../lua/watch_late.lua"),
    include_str!("../../../lua/lock_forever.lua"),
    include_str!("../../../lua/lock_two_step.lua"),
    include_str!("../../../lua/lock_ttl.lua"),
    include_str!("../../../lua/lock_token.lua"),
    include_str!("../../../lua/lock_user.lua"),
    include_str!("../../../lua/lock_fenced.lua"),
    include_str!("../../../lua/atomic.lua"),
    include_str!("../../../lua/atomic_unguarded.lua"),
    include_str!("../../../lua/hash_locked.lua"),
    include_str!("../../../lua/hash_locked_fixed.lua"),
    include_str!("../../../lua/off_by_one.lua"),
    include_str!("../../../lua/deduct_first.lua"),
    include_str!("../../../lua/function.lua"),
    include_str!("../../../lua/token_pool.lua"),
    include_str!("../../../lua/token_pool_two_step.lua"),
    include_str!("../../../lua/sharded.lua"),
    include_str!("../../../lua/sharded_no_probe.lua"),
    include_str!("../../../lua/sql_check_update.lua"),
    include_str!("../../../lua/sql_guarded.lua"),
    include_str!("../../../lua/sql_for_update.lua"),
];

static STRATEGIES: LazyLock<Vec<Program>> = LazyLock::new(|| {
    TEXTS.iter().map(|text| Program::parse(text).expect("a header in lua/")).collect()
});

/// Returns every strategy, in the order in which they are taught; their headers are read once.
///
/// # Panics
/// If a header in `lua/` is not of its form, which a test prevents.
pub fn strategies() -> &'static [Program] {
    &STRATEGIES
}

/// Returns the strategy of exactly this name.
pub fn strategy(name: &str) -> Option<&'static Program> {
    strategies().iter().find(|program| program.name == name)
}

/// Returns the names of all strategies, in the order of [`strategies`].
pub fn names() -> Vec<String> {
    strategies().iter().map(|program| program.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_names_the_needs_that_the_text_has() {
        let mut with_needs = Vec::new();
        for program in strategies() {
            let body = program.body();
            let uses_connection = ["WATCH", "MULTI"].iter().any(|command| body.contains(command));
            assert_eq!(program.needs_connection(), uses_connection, "{}", program.name);
            let uses_transaction = body.contains("'lock_stock'");
            assert_eq!(program.holds_transaction(), uses_transaction, "{}", program.name);
            with_needs.extend((!program.needs.is_empty()).then(|| program.name.clone()));
        }
        assert_eq!(with_needs, ["watch_multi", "watch_late", "sql_for_update"]);
    }
}
