//! Strategies in groups, and presets that choose some of them: computed from their headers, so that a new
//! strategy finds its place by itself.

use race_core::catalogue;
use race_core::program::{KeyKind, Program};
use race_core::trace::Venue;
use race_report::Contender;

/// What teams ship, besides what a page about overselling begins with.
const SHIPPED: [&str; 6] = [
    "get_set:client",
    "decr_incr:client",
    "watch_multi:client",
    "lock_token:client",
    "atomic:server",
    "function:server",
];

/// Strategies that work in the same way, by their headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// A number, read and written or counted down.
    Counters,
    /// A grab that was too late tries again.
    Watch,
    /// One after the other, by a lock.
    Locks,
    /// Counted down, with a record of who has won.
    Once,
    /// Shares in a list, or stock in several places.
    Spread,
    /// In the SQL database.
    Database,
}

impl Group {
    /// Every group, in the order in which they stand on the page.
    pub const ALL: [Group; 6] =
        [Group::Counters, Group::Watch, Group::Locks, Group::Once, Group::Spread, Group::Database];

    /// Returns the group of a program.
    pub fn of(program: &Program) -> Group {
        let has = |kinds: &[KeyKind]| kinds.iter().any(|kind| program.has_key(*kind));
        match () {
            () if program.calls_sql() => Group::Database,
            () if has(&[KeyKind::Lock]) => Group::Locks,
            () if program.takes("attempts") || program.needs_connection() => Group::Watch,
            () if has(&[KeyKind::PoolList, KeyKind::StockShards]) => Group::Spread,
            () if has(&[KeyKind::UsersSet, KeyKind::UsersHash]) => Group::Once,
            () => Group::Counters,
        }
    }

    /// Returns its programs, in the order in which they are taught.
    pub fn programs(self) -> Vec<&'static Program> {
        let all = catalogue::strategies().iter();
        all.filter(|program| Group::of(program) == self).collect()
    }
}

/// Strategies that one click chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// A few ways that are in use, from the naive to the sound: what the page begins with.
    Shipped,
    /// The counters, in every venue.
    Counters,
    /// The locks.
    Locks,
    /// All that can run inside Redis.
    OnePiece,
    /// All that breaks nothing, in any order of events.
    Exact,
}

impl Preset {
    /// Every preset, in the order in which they stand on the page.
    pub const ALL: [Preset; 5] =
        [Preset::Shipped, Preset::Counters, Preset::Locks, Preset::OnePiece, Preset::Exact];

    /// Returns what it chooses.
    pub fn ways(self) -> Vec<Contender> {
        let all = every_way();
        let keep = |(program, way): &(Program, Contender)| match self {
            Preset::Shipped => SHIPPED.contains(&way.to_string().as_str()),
            Preset::Counters => Group::of(program) == Group::Counters,
            Preset::Locks => Group::of(program) == Group::Locks,
            Preset::OnePiece => way.venue == Venue::Server,
            Preset::Exact => program.breaks(way.venue).is_empty(),
        };
        all.into_iter().filter(keep).map(|(_, way)| way).collect()
    }
}

/// Everything that can be chosen, in the order in which it is taught and run.
pub(super) fn every_way() -> Vec<(Program, Contender)> {
    let all = catalogue::strategies().iter().flat_map(|program| {
        let way = |venue: &Venue| Contender { strategy: program.name.clone(), venue: *venue };
        program.venues.iter().map(|venue| (program.clone(), way(venue))).collect::<Vec<_>>()
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::super::Choice;
    use super::*;

    #[test]
    fn each_strategy_stands_in_one_group_and_each_preset_chooses_something_that_can_run() {
        let all: usize = Group::ALL.iter().map(|group| group.programs().len()).sum();
        assert_eq!(all, catalogue::strategies().len());
        for preset in Preset::ALL {
            let mut choice = Choice::default();
            choice.use_preset(preset);
            assert!(choice.ways.len() > 1, "{preset:?}");
            assert_eq!(choice.preset(), Some(preset));
            assert!(choice.plan().is_ok(), "{preset:?}: {:?}", choice.plan());
        }
        assert_eq!(Preset::Shipped.ways().len(), SHIPPED.len());
    }

    #[test]
    fn all_that_is_exact_is_what_the_checker_found_nothing_in() {
        let ways: Vec<_> = Preset::Exact.ways().iter().map(Contender::to_string).collect();
        assert!(ways.contains(&"atomic:server".to_owned()), "{ways:?}");
        assert!(ways.contains(&"lock_fenced:client".to_owned()), "{ways:?}");
        assert!(!ways.iter().any(|way| way.starts_with("get_set")), "{ways:?}");
    }
}
