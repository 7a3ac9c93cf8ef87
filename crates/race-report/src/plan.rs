//! Which races a comparison has: strategies and venues, times numbers in flight, over one workload.

use core::fmt;

use race_core::catalogue;
use race_core::config::RaceConfig;
use race_core::config::field::{Field, FieldKind, Value};
use race_core::config::uses::why_none;
use race_core::config::{FieldError, Unused, Why, field_named};
use race_core::program::Program;
use race_core::trace::Venue;

/// The one field of which a comparison takes several values.
pub const LEVELS: &str = "concurrency";
/// Numbers in flight in one comparison, at most.
const LEVELS_MAX: usize = 8;
/// Fields that the ways themselves say.
const OF_THE_WAY: [&str; 2] = ["strategy", "venue"];

/// A strategy and where its lines run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The program that grabs.
    pub strategy: String,
    /// Where its lines run.
    pub venue: Venue,
}

/// A race of the comparison, before it is run.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// What races.
    pub way: Way,
    /// Grabs in flight at once.
    pub concurrency: u32,
    /// The race, or why this strategy cannot have so many in flight.
    pub race: Result<RaceConfig, String>,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.strategy, self.venue)
    }
}

impl Way {
    /// Reads `atomic:server`; `atomic` alone means the first venue that it has.
    pub fn parse(text: &str) -> Result<Way, FieldError> {
        let (name, venue) = match text.split_once(':') {
            Some((name, venue)) => (name, Some(venue)),
            None => (text, None),
        };
        let Some(program) = catalogue::strategy(name) else {
            let known = catalogue::names();
            let name = name.chars().take(64).collect();
            return Err(FieldError::new("strategy", Why::UnknownStrategy { name, known }));
        };
        let venue = match venue {
            None => program.venues[0],
            Some(venue) => {
                match Venue::from_name(venue).filter(|venue| program.has_venue(*venue)) {
                    Some(venue) => venue,
                    None => {
                        let strategy = name.to_owned();
                        let venues = program.venues.iter().map(Venue::to_string).collect();
                        return Err(FieldError::new(
                            "strategy",
                            Why::OtherVenue { strategy, venues },
                        ));
                    }
                }
            }
        };
        Ok(Way { strategy: program.name.clone(), venue })
    }

    /// Reads several, none of them twice.
    pub fn parse_all<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Vec<Way>, FieldError> {
        let mut ways = Vec::new();
        for text in texts {
            let way = Way::parse(text)?;
            if ways.contains(&way) {
                return Err(FieldError::new(
                    "strategy",
                    Why::RepeatedValue { value: way.to_string() },
                ));
            }
            ways.push(way);
        }
        Ok(ways)
    }

    fn program(&self) -> Option<&'static Program> {
        catalogue::strategy(&self.strategy)
    }
}

/// The races of these ways over these fields, in the order in which they are to run: all ways with the
/// first number in flight, then all with the next.
///
/// A field that a strategy has no use for is not given to it, but one that none of them has use for is
/// refused, as is every wrong value. A strategy that cannot have so many in flight has no race.
pub fn plan(ways: &[Way], fields: &[(String, Value)]) -> Result<Vec<Planned>, FieldError> {
    if ways.is_empty() {
        return Err(FieldError::new("strategy", Why::NoStrategy));
    }
    if let Some((name, _)) = fields.iter().find(|(name, _)| OF_THE_WAY.contains(&name.as_str())) {
        return Err(FieldError::new(name, Why::OfEachStrategy));
    }
    let levels = levels(fields)?;
    let mut rows = Vec::new();
    for level in levels {
        for way in ways {
            rows.push((way.clone(), level, race(way, level, ways, fields)));
        }
    }
    refuse(&rows)?;
    let planned = |(way, concurrency, race): Row| {
        let race = race.map_err(|error| error.why.to_string());
        Planned { way, concurrency, race }
    };
    Ok(rows.into_iter().map(planned).collect())
}

type Row = (Way, u32, Result<RaceConfig, FieldError>);

/// A small race of the first of them, so that the first one that counts does not pay for the start of
/// everything.
pub fn warm_up(planned: &[Planned]) -> Option<RaceConfig> {
    let first = planned.iter().find(|each| each.race.is_ok())?;
    let fields = [
        ("strategy", first.way.strategy.as_str()),
        ("venue", first.way.venue.name()),
        ("shares", "100"),
        ("racers", "500"),
        ("concurrency", "50"),
    ];
    RaceConfig::from_fields(&race_core::config::field::plain(fields)).ok()
}

/// The numbers in flight, read as a list of what the field itself accepts.
fn levels(fields: &[(String, Value)]) -> Result<Vec<u32>, FieldError> {
    let single = field_named(LEVELS).expect("a field of the table");
    let FieldKind::Whole { min, max } = single.kind else { return Err(single.refuse()) };
    let field = Field { kind: FieldKind::WholeList { min, max, len_max: LEVELS_MAX }, ..*single };
    let mut given = fields.iter().filter(|(name, _)| name == LEVELS).map(|(_, value)| value);
    let plain = Value::Plain(single.default.to_owned());
    let value = given.next().unwrap_or(&plain);
    if given.next().is_some() {
        return Err(FieldError::new(LEVELS, Why::Twice));
    }
    let levels = field.whole_list(value)?;
    match levels.iter().enumerate().find(|(at, level)| levels[..*at].contains(level)) {
        Some((_, level)) => {
            Err(FieldError::new(LEVELS, Why::RepeatedValue { value: level.to_string() }))
        }
        None => Ok(levels),
    }
}

/// The race of one way, given what it, or none of the others either, has use for.
fn race(
    way: &Way,
    level: u32,
    ways: &[Way],
    fields: &[(String, Value)],
) -> Result<RaceConfig, FieldError> {
    let uses = |way: &Way, name: &str| {
        way.program().is_some_and(|program| why_none(program, name).is_none())
    };
    let mut own = vec![
        ("strategy".to_owned(), Value::Plain(way.strategy.clone())),
        ("venue".to_owned(), Value::Plain(way.venue.to_string())),
        (LEVELS.to_owned(), Value::Plain(level.to_string())),
    ];
    for (name, value) in fields.iter().filter(|(name, _)| name != LEVELS) {
        if uses(way, name) || !ways.iter().any(|other| uses(other, name)) {
            own.push((name.clone(), value.clone()));
        }
    }
    RaceConfig::from_fields(&own).map_err(|error| match unused_by_all(ways, &error.field) {
        Some(why) => FieldError::new(&error.field, why),
        None => error,
    })
}

/// Why nobody has use for a field, if nobody has.
fn unused_by_all(ways: &[Way], field: &str) -> Option<Why> {
    let unused = |way: &Way| -> Option<Unused> { why_none(way.program()?, field) };
    let first = ways.first()?;
    let (strategy, reason) = (first.strategy.clone(), unused(first)?);
    let all = ways.iter().all(|way| unused(way).is_some());
    all.then_some(Why::UnusedByAll { strategy, reason })
}

/// What is wrong with the fields, if anything is. A number in flight that is too high for some is not.
fn refuse(rows: &[Row]) -> Result<(), FieldError> {
    let mut wrong = rows.iter().filter_map(|(way, _, race)| Some((way, race.as_ref().err()?)));
    let some_can = rows.iter().any(|(.., race)| race.is_ok());
    let Some((way, error)) = wrong.find(|(_, error)| error.field != LEVELS || !some_can) else {
        return Ok(());
    };
    let is_said_of_all = rows.iter().all(|(.., race)| race.as_ref().err() == Some(error));
    if is_said_of_all || error.why.strategy() == Some(&way.strategy) {
        return Err(error.clone());
    }
    let why = Why::OfOne { way: way.to_string(), why: Box::new(error.why.clone()) };
    Err(FieldError::new(&error.field, why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::config::field::plain;

    fn of(ways: &str, fields: &[(&str, &str)]) -> Result<Vec<Planned>, FieldError> {
        plan(&Way::parse_all(ways.split(' '))?, &plain(fields.iter().copied()))
    }

    fn names(planned: &[Planned]) -> Vec<String> {
        planned.iter().map(|each| format!("{}@{}", each.way, each.concurrency)).collect()
    }

    #[test]
    fn without_a_venue_a_strategy_runs_in_its_first() {
        let planned = of("get_set get_set:server function", &[]).unwrap();
        assert_eq!(names(&planned), ["get_set:client@8", "get_set:server@8", "function:server@8"]);
    }

    #[test]
    fn each_number_in_flight_is_a_block_of_rows() {
        let planned = of("decr atomic:server", &[("concurrency", "100,1000")]).unwrap();
        let expected =
            ["decr:client@100", "atomic:server@100", "decr:client@1000", "atomic:server@1000"];
        assert_eq!(names(&planned), expected);
        assert!(planned.iter().all(|each| each.race.is_ok()));
    }

    #[test]
    fn a_field_is_given_only_to_those_who_have_use_for_it() {
        let fields = [("lock_ttl_ms", "50"), ("attempts", "7"), ("shards", "2"), ("quantity", "3")];
        let planned = of("get_set lock_ttl sharded atomic", &fields).unwrap();
        let told: Vec<_> = planned
            .iter()
            .map(|each| each.race.as_ref().unwrap())
            .map(|race| (race.lock_ttl_ms, race.attempts, race.shards, race.quantities[0]))
            .collect();
        assert_eq!(told[0], (1_000, 3, 4, 1));
        assert_eq!((told[1].0, told[1].1), (50, 7));
        assert_eq!((told[2].2, told[3].3), (2, 3));
    }

    #[test]
    fn who_cannot_have_so_many_in_flight_says_so_and_the_others_race() {
        let planned = of("watch_multi decr", &[("concurrency", "100,1000")]).unwrap();
        let why: Vec<_> = planned.iter().filter_map(|each| each.race.as_ref().err()).collect();
        assert_eq!(why.len(), 1);
        assert!(why[0].contains("at most 500 for watch_multi"), "{why:?}");
        assert!(planned[2].race.is_err());
    }

    #[test]
    fn what_is_refused_is_named_with_what_it_accepts() {
        type Case =
            (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str);
        let cases: &[Case] = &[
            ("nobody", &[], "strategy", "get_set, check_decr"),
            ("Get_set", &[], "strategy", "no Get_set"),
            ("get_set:cloud", &[], "strategy", "client, server"),
            ("function:client", &[], "strategy", "runs only in: server"),
            ("get_set get_set:client", &[], "strategy", "get_set:client stands there twice"),
            ("get_set", &[("venue", "server")], "venue", "atomic:server"),
            ("get_set", &[("strategy", "atomic")], "strategy", "atomic:server"),
            (
                "get_set decr",
                &[("lock_ttl_ms", "5")],
                "lock_ttl_ms",
                "none of these has use for it",
            ),
            ("get_set decr", &[("attempts", "5")], "attempts", "it never tries again"),
            ("get_set decr", &[("shards", "5")], "shards", "one place"),
            ("get_set decr", &[("quantity", "2")], "quantity", "1 share"),
            ("get_set lock_ttl", &[("lock_ttl_ms", "0")], "lock_ttl_ms", "1 to 60000"),
            ("get_set decr", &[("racers", "0")], "racers", "1 to 200000"),
            ("get_set decr", &[("colour", "red")], "colour", "no such field"),
            ("get_set decr", &[("concurrency", "")], "concurrency", "1 to 10000"),
            ("get_set decr", &[("concurrency", "8,0")], "concurrency", "1 to 10000"),
            ("get_set decr", &[("concurrency", "8,8")], "concurrency", "8 stands there twice"),
            ("get_set", &[("concurrency", "1,2,3,4,5,6,7,8,9")], "concurrency", "1 to 8 whole"),
            ("watch_multi", &[("concurrency", "501")], "concurrency", "at most 500"),
            ("decr token_pool", &[("stock", "7")], "stock", "(token_pool:server)"),
            ("decr get_set", &[("rate", "1")], "rate", "at least 3"),
        ];
        for (ways, fields, field, says) in cases {
            let error = of(ways, fields).unwrap_err();
            assert_eq!(&error.field, field, "{ways} {fields:?}: {error}");
            assert!(error.why.to_string().contains(says), "{ways} {fields:?}: {error}");
        }
    }

    #[test]
    fn a_warm_up_is_small_and_fits_each_strategy_at_every_level() {
        for program in catalogue::strategies() {
            let planned =
                of(&program.name, &[("concurrency", "500"), ("racers", "100000")]).unwrap();
            let race = warm_up(&planned).unwrap();
            assert_eq!((&race.strategy, race.grabs()), (&program.name, 500));
        }
    }
}
