//! The page in its address: choices, not hashes, and only what differs from the defaults.
//!
//! `?left=get_set.client&right=atomic.server&shares=20&at=3.25`

use race_core::config::field::{decimal, thousandths};
use race_core::trace::Venue;

use crate::query;
use crate::words::Lang;
use crate::workload::{LaneChoice, Workload};

/// The parameters of the lanes.
const LANE_NAMES: [&str; 2] = ["left", "right"];

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the browser says.
    #[default]
    System,
    /// Paper.
    Light,
    /// Ink.
    Dark,
}

/// All of the page that a link restores.
#[derive(Clone, Debug, PartialEq)]
pub struct PageState {
    /// The form.
    pub workload: Workload,
    /// Where the cursor stands, in seconds of playback.
    pub cursor: Option<f32>,
    /// Seconds of playback a second.
    pub speed: f32,
    /// The language; none: as the browser says.
    pub lang: Option<Lang>,
    /// The theme.
    pub theme: Theme,
    /// True if presenter mode is on.
    pub presenter: bool,
}

impl Default for PageState {
    fn default() -> PageState {
        PageState {
            workload: Workload::default(),
            cursor: None,
            speed: 1.0,
            lang: None,
            theme: Theme::System,
            presenter: false,
        }
    }
}

impl PageState {
    /// Reads a query, with or without its question mark. What is unknown or wrong is left out, one
    /// parameter at a time; of two with one name the first counts.
    pub fn from_query(query: &str) -> PageState {
        let mut state = PageState::default();
        let mut seen: Vec<String> = Vec::new();
        for (name, text) in query::parse(query) {
            if !seen.contains(&name) && state.take(&name, &text).is_some() {
                seen.push(name);
            }
        }
        state
    }

    /// The query that restores this page, with its question mark; empty for the page as it begins.
    pub fn to_query(&self) -> String {
        let plain = PageState::default();
        let mut pairs: Vec<(&str, String)> = Vec::new();
        for (lane, name) in LANE_NAMES.into_iter().enumerate() {
            let choice = &self.workload.lanes[lane];
            if *choice != plain.workload.lanes[lane] {
                pairs.push((name, format!("{}.{}", choice.strategy, choice.venue)));
            }
        }
        pairs.extend(self.workload.form.pairs().map(|(name, text)| (name, text.to_owned())));
        pairs.extend(self.cursor.map(|at| ("at", decimals(at))));
        if self.speed != plain.speed {
            pairs.push(("speed", decimal(((self.speed * 1_000.0).round() as u64).max(1))));
        }
        pairs.extend(self.lang.map(|lang| ("lang", lang.name().to_owned())));
        pairs.extend(self.theme.name().map(|theme| ("theme", theme.to_owned())));
        if self.presenter {
            pairs.push(("presenter", "1".to_owned()));
        }
        let query = query::format(pairs.iter().map(|(name, text)| (*name, text.as_str())));
        if query.is_empty() { query } else { format!("?{query}") }
    }

    /// Takes one parameter over; `None` if it is unknown or wrong.
    fn take(&mut self, name: &str, text: &str) -> Option<()> {
        match name {
            "at" => self.cursor = Some(positive(text)?),
            "speed" => self.speed = positive(text).filter(|speed| *speed > 0.0)?,
            "lang" => self.lang = Some(Lang::from_name(text)?),
            "theme" => self.theme = Theme::from_name(text)?,
            "presenter" if text == "1" => self.presenter = true,
            _ if LANE_NAMES.contains(&name) => {
                let lane = LANE_NAMES.iter().position(|each| *each == name)?;
                self.workload.lanes[lane] = lane_choice(text)?;
            }
            _ => return self.workload.form.set_checked(name, text).then_some(()),
        }
        Some(())
    }
}

impl Theme {
    /// The name that stands in the URL; none for the browser's own.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Theme::System => None,
            Theme::Light => Some("light"),
            Theme::Dark => Some("dark"),
        }
    }

    /// The theme of this name.
    pub fn from_name(name: &str) -> Option<Theme> {
        [Theme::Light, Theme::Dark].into_iter().find(|theme| theme.name() == Some(name))
    }
}

fn lane_choice(text: &str) -> Option<LaneChoice> {
    let (strategy, venue) = text.split_once('.')?;
    let program = race_core::catalogue::strategy(strategy)?;
    let venue = Venue::from_name(venue).filter(|venue| program.venues.contains(venue))?;
    Some(LaneChoice { strategy: program.name.clone(), venue })
}

fn positive(text: &str) -> Option<f32> {
    thousandths(text).map(|number| number as f32 / 1_000.0)
}

/// Three decimals at most, upwards: what has just been shown at this moment must be shown again.
fn decimals(number: f32) -> String {
    decimal((number * 1_000.0).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Preset;
    use race_core::config::FIELDS;

    fn back(state: &PageState) -> PageState {
        PageState::from_query(&state.to_query())
    }

    #[test]
    fn the_page_as_it_begins_needs_no_query() {
        assert_eq!(PageState::default().to_query(), "");
        for query in ["", "?", "?&", "&&="] {
            assert_eq!(PageState::from_query(query), PageState::default(), "{query}");
        }
    }

    #[test]
    fn a_link_holds_choices_and_restores_them() {
        let mut state =
            PageState { cursor: Some(3.25), lang: Some(Lang::Zh), ..PageState::default() };
        state.workload.set("shares", "20");
        state.workload.set_strategy(1, "atomic");
        assert_eq!(state.to_query(), "?right=atomic.server&shares=20&at=3.25&lang=zh");
        assert_eq!(back(&state), state);
        state.workload.swap();
        state.workload.use_preset(Preset::Rush);
        (state.theme, state.presenter, state.speed) = (Theme::Dark, true, 0.123);
        assert_eq!(back(&state), state);
        state.workload.use_preset(Preset::Crowd);
        assert_eq!(back(&state), state);
    }

    #[test]
    fn a_cursor_keeps_three_decimals_and_never_falls_short_of_its_moment() {
        for (at, text) in
            [(0.0, "?at=0"), (3.0, "?at=3"), (3.255_1, "?at=3.256"), (10.5, "?at=10.5")]
        {
            let state = PageState { cursor: Some(at), ..PageState::default() };
            assert_eq!(state.to_query(), text);
        }
    }

    #[test]
    fn any_text_survives_the_way_there_and_back() {
        let odd = [
            "",
            " ",
            "a&b=c",
            "100%",
            "%41",
            "+1",
            "红包",
            "?#/\\\"'<>",
            "\u{0}\n",
            "🧧",
            "a=b&at=9",
        ];
        for text in odd {
            let mut state = PageState::default();
            state.workload.set("stock", text);
            assert!(state.to_query().is_ascii());
            assert_eq!(back(&state), state, "{text:?}: {}", state.to_query());
        }
        assert_eq!(PageState::from_query("stock=a+b%20c").workload.get("stock"), "a b c");
    }

    #[test]
    fn what_is_wrong_or_unknown_is_left_out_one_by_one() {
        let wrong = [
            "at=NaN",
            "at=-1",
            "at=inf",
            "at=",
            "speed=0",
            "speed=x",
            "lang=fr",
            "theme=blue",
            "presenter=yes",
            "left=get_set",
            "left=get_set.moon",
            "left=nobody.client",
            "racers=0",
            "racers=1e3",
            "shares=%ZZ",
            "shares=1%",
            "stock=%FF",
            "colour=red",
            "strategy=atomic",
            "venue=server",
            "xray=maybe",
            "lockstep=maybe",
            "%=",
            "=",
            "shares",
        ];
        for pair in wrong {
            assert_eq!(PageState::from_query(pair), PageState::default(), "{pair}");
            let among = PageState::from_query(&format!("?shares=20&{pair}&racers=5"));
            assert_eq!(
                (among.workload.get("shares"), among.workload.get("racers")),
                ("20", "5"),
                "{pair}"
            );
        }
        let twice = PageState::from_query("shares=x&shares=20&shares=30");
        assert_eq!(twice.workload.get("shares"), "20");
    }

    #[test]
    fn a_text_that_is_refused_is_not_handed_on() {
        let mut state = PageState::default();
        state.workload.set("racers", "many");
        assert_eq!(state.to_query(), "");
    }

    #[test]
    fn no_field_of_a_race_has_the_name_of_a_parameter_of_ours() {
        let ours = ["left", "right", "at", "speed", "lang", "theme", "presenter"];
        assert!(FIELDS.iter().all(|field| !ours.contains(&field.name)));
    }
}
