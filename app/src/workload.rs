//! The form: what both lanes share, and what sets them apart.

use std::sync::LazyLock;

use race_core::catalogue;
use race_core::config::FieldError;
use race_core::config::RaceConfig;
use race_core::config::field::{Field, Value};
use race_core::config::uses::why_none;
use race_core::config::{FIELDS, field_named};
use race_core::program::Program;
use race_core::trace::Venue;

use crate::form::{Form, FormField};

/// Left and right.
pub const LANES: usize = 2;
/// Where the "at once" dial stops; the last stop is "9 or more".
pub const DIAL: [u32; 5] = [1, 2, 4, 8, 9];

/// Fields that are always on the page, in this order.
const UP_FRONT: &[&str] = &["shares", "racers", "concurrency", "lockstep"];
/// Fields that each lane has for itself.
const PER_LANE: &[&str] = &["strategy", "venue"];
/// What the page begins with where that is not the API's default.
const PAGE_DEFAULTS: &[(&str, &str)] = &[("lockstep", "true")];

/// A workload that one click sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// 10 shares, 88 people, 8 at once, in step: the first click.
    Step8,
    /// 100 shares, 500 people at once, free-running.
    Rush,
    /// 10,000 shares, 50,000 grabs, 500 in flight.
    Crowd,
}

impl Preset {
    /// Every preset, in the order in which they stand on the page.
    pub const ALL: [Preset; 3] = [Preset::Step8, Preset::Rush, Preset::Crowd];

    /// What it sets; every other shared field goes back to its default.
    fn fields(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Preset::Step8 => &[],
            Preset::Rush => &[
                ("shares", "100"),
                ("racers", "500"),
                ("concurrency", "500"),
                ("jitter_ms", "20"),
                ("lockstep", "false"),
            ],
            Preset::Crowd => &[
                ("shares", "10000"),
                ("racers", "50000"),
                ("concurrency", "500"),
                ("lockstep", "false"),
            ],
        }
    }
}

/// What one lane runs, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneChoice {
    /// The program's name.
    pub strategy: String,
    /// Where its lines run.
    pub venue: Venue,
}

/// The form of both lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// Left and right.
    pub lanes: [LaneChoice; LANES],
    /// The fields that both lanes share.
    pub form: Form,
}

impl Default for Workload {
    /// The first click: the same lines, left command by command, right as one script.
    fn default() -> Workload {
        let lane = |venue| LaneChoice { strategy: "get_set".to_owned(), venue };
        Workload::of_lanes([lane(Venue::Client), lane(Venue::Server)])
    }
}

impl Workload {
    /// The page's defaults for these lanes.
    pub fn of_lanes(lanes: [LaneChoice; LANES]) -> Workload {
        Workload { lanes, form: Form::new(&FORM_FIELDS) }
    }

    /// Returns the text of a shared field.
    pub fn get(&self, name: &str) -> &str {
        self.form.get(name)
    }

    /// Types a text into a shared field; without effect on any other.
    pub fn set(&mut self, name: &str, text: &str) {
        self.form.set(name, text);
    }

    /// Sets everything shared to a preset; the lanes stay.
    pub fn use_preset(&mut self, preset: Preset) {
        self.form.reset();
        self.form.set_all(preset.fields());
    }

    /// The preset that the form stands at, if it is one.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| {
            let mut plain = Workload::default();
            plain.use_preset(*preset);
            plain.form == self.form
        })
    }

    /// Sets how many are in flight at once.
    pub fn set_dial(&mut self, at_once: u32) {
        self.set("concurrency", &at_once.to_string());
    }

    /// The stop of the dial that the form stands at, if its "at once" can be read.
    pub fn dial(&self) -> Option<u32> {
        let at_once: u32 = self.get("concurrency").parse().ok()?;
        DIAL.into_iter().find(|stop| *stop == at_once || (*stop == 9 && at_once > 9))
    }

    /// Has a lane run another program, in the same venue if it can; an unknown name changes nothing.
    pub fn set_strategy(&mut self, lane: usize, name: &str) {
        if let Some(program) = catalogue::strategy(name) {
            let venue = self.lanes[lane].venue;
            let venue = if program.venues.contains(&venue) { venue } else { program.venues[0] };
            self.lanes[lane] = LaneChoice { strategy: program.name.clone(), venue };
        }
    }

    /// Has a lane's lines run elsewhere, if its program can run there.
    pub fn set_venue(&mut self, lane: usize, venue: Venue) {
        if self.program(lane).is_some_and(|program| program.venues.contains(&venue)) {
            self.lanes[lane].venue = venue;
        }
    }

    /// Swaps left and right.
    pub fn swap(&mut self) {
        self.lanes.swap(0, 1);
    }

    /// The program that a lane runs.
    pub fn program(&self, lane: usize) -> Option<&'static Program> {
        catalogue::strategy(&self.lanes[lane].strategy)
    }

    /// Returns true if the lanes run the same program in different venues.
    pub fn is_same_lines(&self) -> bool {
        let [left, right] = &self.lanes;
        left.strategy == right.strategy && left.venue != right.venue
    }

    /// A lane's race, through the same check as the server's. Shared fields that this lane's program
    /// has no use for are not part of it.
    pub fn lane_config(&self, lane: usize) -> Result<RaceConfig, FieldError> {
        let choice = &self.lanes[lane];
        let program = self.program(lane);
        let mut fields = vec![
            ("strategy".to_owned(), Value::Plain(choice.strategy.clone())),
            ("venue".to_owned(), Value::Plain(choice.venue.to_string())),
        ];
        for field in FIELDS.iter().filter(|field| is_shared(field.name)) {
            let text = self.get(field.name);
            let used = program.as_ref().is_none_or(|program| self.is_used(field.name, program));
            if used && text != field.default {
                fields.push((field.name.to_owned(), Value::Plain(text.to_owned())));
            }
        }
        RaceConfig::from_fields(&fields)
    }

    /// What is wrong with a field, if anything is: with its own text, or in either lane's race.
    pub fn error(&self, name: &str) -> Option<FieldError> {
        let own = self.form.error(name).filter(|_| self.is_shown(name));
        if own.is_some() {
            return own;
        }
        let wrong = (0..LANES).filter_map(|lane| self.lane_config(lane).err());
        wrong.into_iter().find(|error| error.field == name)
    }

    /// Returns true if both lanes can be raced.
    #[cfg(test)]
    pub fn is_valid(&self) -> bool {
        (0..LANES).all(|lane| self.lane_config(lane).is_ok())
    }

    /// The fields that are always on the page.
    pub fn main_fields(&self) -> Vec<&'static Field> {
        UP_FRONT.iter().filter_map(|name| field_named(name)).collect()
    }

    /// The fields behind the fold: those that at least one lane has use for.
    pub fn advanced_fields(&self) -> Vec<&'static Field> {
        let behind = |field: &&Field| !UP_FRONT.contains(&field.name) && self.is_shown(field.name);
        FIELDS.iter().filter(behind).collect()
    }

    fn is_shown(&self, name: &str) -> bool {
        let programs = (0..LANES).filter_map(|lane| self.program(lane));
        is_shared(name) && programs.into_iter().any(|program| self.is_used(name, program))
    }

    fn is_used(&self, name: &str, program: &Program) -> bool {
        match name {
            // Owners fix how many people there are, and a schedule fixes their order.
            "racers" | "grabs_per_racer" => self.get("owners").is_empty(),
            "lockstep" | "gap_ms" => self.get("schedule").is_empty(),
            // In lockstep rounds decide who arrives when.
            "jitter_ms" | "rate" => {
                self.get("lockstep") != "true" && self.get("schedule").is_empty()
            }
            _ => why_none(program, name).is_none(),
        }
    }
}

/// The shared fields, in the order of the configuration.
static FORM_FIELDS: LazyLock<Vec<FormField>> =
    LazyLock::new(|| FormField::of_config(is_shared, PAGE_DEFAULTS));

/// Returns true if both lanes have a field in common.
pub fn is_shared(name: &str) -> bool {
    field_named(name).is_some() && !PER_LANE.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(fields: &[(&str, &str)]) -> Workload {
        let mut workload = Workload::default();
        for (name, text) in fields {
            workload.set(name, text);
        }
        workload
    }

    fn body(workload: &Workload, lane: usize) -> serde_json::Value {
        serde_json::from_str(&crate::post::json(&workload.lane_config(lane).unwrap())).unwrap()
    }

    #[test]
    fn the_first_click_races_the_same_lines_in_both_venues_in_step() {
        let workload = Workload::default();
        assert_eq!(workload.preset(), Some(Preset::Step8));
        assert!(workload.is_same_lines() && workload.is_valid());
        let [left, right] = [0, 1].map(|lane| workload.lane_config(lane).unwrap());
        assert_eq!((left.venue, right.venue), (Venue::Client, Venue::Server));
        assert_eq!((left.shares, left.racers, left.concurrency), (10, 88, 8));
        assert!(left.lockstep && right.lockstep);
        assert_eq!(
            body(&workload, 0),
            serde_json::json!({"strategy": "get_set", "venue": "client", "lockstep": true})
        );
    }

    #[test]
    fn each_preset_is_a_race_and_is_told_from_the_others() {
        for preset in Preset::ALL {
            let mut workload = typed(&[("seed", "7")]);
            assert_eq!(workload.preset(), None);
            workload.use_preset(preset);
            assert_eq!(workload.preset(), Some(preset));
            assert!(workload.is_valid(), "{preset:?}");
        }
        let mut rush = Workload::default();
        rush.use_preset(Preset::Rush);
        let config = rush.lane_config(0).unwrap();
        assert_eq!((config.shares, config.grabs(), config.concurrency), (100, 500, 500));
        assert_eq!((config.jitter_ms, config.lockstep), (20.0, false));
        rush.use_preset(Preset::Crowd);
        let config = rush.lane_config(1).unwrap();
        assert_eq!((config.shares, config.grabs(), config.concurrency), (10_000, 50_000, 500));
        assert_eq!((config.jitter_ms, config.lockstep), (0.0, false));
    }

    #[test]
    fn a_shared_field_is_dropped_for_the_lane_whose_program_has_no_use_for_it() {
        let mut workload = typed(&[("quantity", "3")]);
        assert!(workload.advanced_fields().iter().all(|field| field.name != "quantity"));
        workload.set_strategy(1, "atomic");
        assert!(workload.advanced_fields().iter().any(|field| field.name == "quantity"));
        assert_eq!(workload.lane_config(0).unwrap().quantities, [1]);
        assert_eq!(workload.lane_config(1).unwrap().quantities, [3]);
    }

    #[test]
    fn a_schedule_decides_alone_who_comes_when_and_owners_who_there_are() {
        let workload = typed(&[("schedule", "0.1.0.1"), ("owners", "0,1"), ("gap_ms", "5")]);
        let config = workload.lane_config(0).unwrap();
        assert_eq!((config.lockstep, config.gap_ms, config.grabs()), (false, 0.0, 2));
        assert_eq!(config.schedule.to_string(), "0.1.0.1");
        assert!(workload.is_valid());
        assert!(typed(&[("schedule", "0.7"), ("owners", "0,1")]).error("schedule").is_some());
    }

    #[test]
    fn jitter_waits_until_the_race_runs_freely() {
        let mut workload = typed(&[("jitter_ms", "20")]);
        assert_eq!(workload.lane_config(0).unwrap().jitter_ms, 0.0);
        assert!(workload.advanced_fields().iter().all(|field| field.name != "jitter_ms"));
        workload.set("lockstep", "false");
        assert_eq!(workload.lane_config(0).unwrap().jitter_ms, 20.0);
    }

    #[test]
    fn every_wrong_field_knows_its_own_error() {
        let workload =
            typed(&[("racers", "many"), ("shares", ""), ("seed", "-1"), ("gap_ms", "NaN")]);
        for name in ["racers", "shares", "seed", "gap_ms"] {
            assert_eq!(workload.error(name).unwrap().field, name);
        }
        assert_eq!(workload.error("concurrency"), None);
        let poor = typed(&[("total_fen", "3")]);
        assert!(poor.error("total_fen").is_some());
        let crowded = typed(&[("racers", "200000"), ("grabs_per_racer", "11")]);
        assert!(crowded.error("grabs_per_racer").is_some());
    }

    #[test]
    fn a_text_typed_back_to_its_default_leaves_no_trace() {
        let mut workload = typed(&[("shares", "20"), ("lockstep", "false")]);
        assert_eq!(workload.form.pairs().count(), 2);
        workload.set("shares", "10");
        workload.set("lockstep", "true");
        workload.set("venue", "server");
        workload.set("nonsense", "1");
        assert_eq!(workload, Workload::default());
    }

    #[test]
    fn lanes_swap() {
        let mut workload = Workload::default();
        workload.set_strategy(1, "atomic");
        workload.set_strategy(0, "nobody");
        workload.swap();
        let [left, right] = &workload.lanes;
        assert_eq!((left.strategy.as_str(), left.venue), ("atomic", Venue::Server));
        assert_eq!((right.strategy.as_str(), right.venue), ("get_set", Venue::Client));
        assert!(!workload.is_same_lines());
    }

    #[test]
    fn the_dial_shows_where_at_once_stands() {
        let mut workload = Workload::default();
        for (at_once, stop) in [(1, Some(1)), (8, Some(8)), (9, Some(9)), (88, Some(9)), (3, None)]
        {
            workload.set_dial(at_once);
            assert_eq!(workload.dial(), stop, "{at_once}");
        }
        workload.set("concurrency", "x");
        assert_eq!(workload.dial(), None);
    }

    #[test]
    fn every_shared_field_stands_up_front_or_behind_the_fold_once_it_is_of_use() {
        let mut workload = typed(&[("lockstep", "false")]);
        workload.set_strategy(0, "atomic");
        let [front, behind] = [workload.main_fields(), workload.advanced_fields()];
        for field in FIELDS.iter().filter(|field| is_shared(field.name)) {
            let times = front.iter().chain(&behind).filter(|each| each.name == field.name).count();
            let later = ["lock_ttl_ms", "attempts", "shards"].contains(&field.name);
            assert_eq!(times, usize::from(!later), "{}", field.name);
        }
    }
}
