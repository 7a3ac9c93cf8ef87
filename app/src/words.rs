//! Every text of the race page, in English and in Chinese.
//!
//! A text that stands alone is a field; one that holds numbers is a template, filled by a method of
//! [`Words`]. Both languages are values of one struct, so neither can miss a text.

use std::fmt::Display;

use race_core::config::FIELDS;
use race_core::config::FieldError;
use race_core::packet::Split;
use race_core::trace::{Outcome, Property, Standing, Venue};

use crate::player::card::{Card, Phase};
use crate::player::lane_view::LaneView;
use race_core::number::{group, signed, yuan};

mod en;
mod groups;
mod zh;

pub use en::EN;
pub use groups::*;
pub use zh::ZH;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

impl Lang {
    /// The language for what a browser asks for, such as `zh-CN`.
    pub fn from_browser(tag: &str) -> Lang {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("zh") { Lang::Zh } else { Lang::En }
    }

    /// The language of this name, exactly as [`Lang::name`] gives it.
    pub fn from_name(name: &str) -> Option<Lang> {
        [Lang::En, Lang::Zh].into_iter().find(|lang| lang.name() == name)
    }

    /// The name that stands in the URL.
    pub fn name(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
    }

    /// The value of the page's `lang` attribute.
    pub fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh-CN",
        }
    }

    /// The one that the toggle leads to.
    pub fn other(self) -> Lang {
        match self {
            Lang::En => Lang::Zh,
            Lang::Zh => Lang::En,
        }
    }

    /// Its words.
    pub fn words(self) -> &'static Words {
        match self {
            Lang::En => &EN,
            Lang::Zh => &ZH,
        }
    }
}

/// All texts of one language.
#[derive(Debug)]
pub struct Words {
    /// The language.
    pub lang: Lang,
    /// The product's name.
    pub title: &'static str,
    /// The sections of the site and the page's frame.
    pub nav: Nav,
    /// The form above the lanes.
    pub form: Form,
    /// A lane's labels.
    pub lane: Lane,
    /// The stage between crowd and Redis.
    pub stage: Stage,
    /// The board of shares.
    pub board: Board,
    /// The program's text.
    pub code: Code,
    /// The player.
    pub player: PlayerWords,
    /// The guess before the first race.
    pub guess: Guess,
    /// The "at once" dial.
    pub dial: Dial,
    /// The dialog that `?` opens.
    pub help: Help,
    /// The line to the server, and what went wrong.
    pub line: Line,
    /// How long grabs took.
    pub latency: LatencyWords,
    /// The table beside the canvas.
    pub table: Table,
    /// The verdict.
    pub verdict: VerdictWords,
    /// Notes that hold for every race.
    pub notes: Notes,
    pub(crate) count: Count,
    pub(crate) live: Live,
    pub(crate) closing: Closing,
    pub(crate) badge: Badge,
    fields: &'static [(&'static str, &'static str, &'static str)],
    venue: fn(Venue) -> (&'static str, &'static str),
    split: fn(Split) -> &'static str,
    outcome: fn(Outcome) -> &'static str,
    property: fn(Property) -> (&'static str, &'static str),
    standing: fn(Standing) -> &'static str,
}

impl Words {
    /// The label and the hint of a field of the race config; its name and nothing, if it has none.
    pub fn field(&self, name: &str) -> (&'static str, &'static str) {
        let known = self.fields.iter().find(|(field, ..)| *field == name);
        let bare = || FIELDS.iter().find(|field| field.name == name).map_or("", |field| field.name);
        known.map_or_else(|| (bare(), ""), |(_, label, hint)| (label, hint))
    }

    /// Why a field's value was refused, beginning with the field's label.
    pub fn field_error(&self, error: &FieldError) -> String {
        let label = match self.field(&error.field).0 {
            "" => error.field.as_str(),
            label => label,
        };
        let why = match self.lang {
            Lang::En => error.why.to_string(),
            Lang::Zh => error.why.to_chinese(),
        };
        fill(self.form.error, &[("field", label.to_owned()), ("why", why)])
    }

    /// Returns the sentence about the commands that an X-ray's log lacks.
    pub fn xray_cut(&self, dropped: u64) -> String {
        fill(self.lane.xray_cut, &[("n", group(dropped))])
    }

    /// A venue's name.
    pub fn venue(&self, venue: Venue) -> &'static str {
        (self.venue)(venue).0
    }

    /// What a venue means.
    pub fn venue_tip(&self, venue: Venue) -> &'static str {
        (self.venue)(venue).1
    }

    /// The name of a way to split the packet.
    pub fn split(&self, split: Split) -> &'static str {
        (self.split)(split)
    }

    /// What became of a grab.
    pub fn outcome(&self, outcome: Outcome) -> &'static str {
        (self.outcome)(outcome)
    }

    /// A property's name for people.
    pub fn property(&self, property: Property) -> &'static str {
        (self.property)(property).0
    }

    /// What a property demands.
    pub fn property_tip(&self, property: Property) -> &'static str {
        (self.property)(property).1
    }

    /// How a property stands; of a live race the text is about this time only.
    pub fn standing(&self, standing: Standing) -> &'static str {
        (self.standing)(standing)
    }

    /// People with their number.
    pub fn people(&self, n: u64) -> String {
        counted(self.count.people, n)
    }

    /// Shares with their number.
    pub fn shares(&self, n: u64) -> String {
        counted(self.count.shares, n)
    }

    /// `of 10`, beside the hero number.
    pub fn of(&self, shares: u64) -> String {
        fill(self.lane.of, &[("n", group(shares))])
    }

    /// Where the overpaid sum comes from: `¥800 paid from a ¥100 packet`.
    pub fn overpaid_tip(&self, paid_fen: i64, total_fen: i64) -> String {
        fill(self.lane.overpaid_tip, &[("paid", yuan(paid_fen)), ("total", yuan(total_fen))])
    }

    /// The browser tab's text, from what stands at the cursor.
    pub fn tab(&self, left: &LaneView, right: &LaneView) -> String {
        if !left.has_race || left.handed_out + right.handed_out == 0 {
            return self.title.to_owned();
        }
        let values = [
            ("left", group(left.handed_out)),
            ("right", group(right.handed_out)),
            ("title", self.title.to_owned()),
        ];
        fill(self.lane.tab, &values)
    }

    /// `32 waiting`.
    pub fn waiting(&self, n: u64) -> String {
        fill(self.stage.waiting, &[("n", group(n))])
    }

    /// `now 3`, beside a value that is no longer true.
    pub fn now(&self, stock: i64) -> String {
        fill(self.stage.now, &[("n", signed(stock))])
    }

    /// `37 hold 90`, beside a crowd too large for single cards.
    pub fn hold(&self, n: u64, value: i64) -> String {
        fill(self.stage.hold, &[("n", group(n)), ("value", signed(value))])
    }

    /// What one mark stands for, where only a sample is drawn.
    pub fn sampled(&self, people: u64) -> String {
        counted(self.stage.sampled, people)
    }

    /// A card under the pointer: whose it is, both counted from 1, and what it does.
    pub fn card(&self, racer: u32, grab: u32, card: &Card) -> String {
        let template = match (card.phase, card.held) {
            (Phase::Won, _) => self.stage.card_won,
            (Phase::Refused, _) => self.stage.card_refused,
            (_, Some(_)) if card.stale => self.stage.card_stale,
            (_, Some(_)) => self.stage.card_holds,
            (Phase::Out, None) => self.stage.card_out,
            (Phase::Back | Phase::Holding, None) => self.stage.card_back,
        };
        let values = [
            ("who", self.card_owner(racer, grab)),
            ("command", card.verb.name().to_ascii_uppercase()),
            ("value", signed(card.held.unwrap_or_default())),
            ("share", signed(card.share.unwrap_or_default())),
        ];
        fill(template, &values)
    }

    /// Where everybody grabs once, the grab's number says nothing that the person's does not.
    fn card_owner(&self, racer: u32, grab: u32) -> String {
        let template = if racer == grab { self.stage.person } else { self.stage.person_and_grab };
        fill(template, &[("racer", group(racer.into())), ("grab", group(grab.into()))])
    }

    /// How many own a share: free, one owner, or how many.
    pub fn owners(&self, n: u64) -> String {
        if n == 0 { self.board.free.to_owned() } else { counted(self.board.owners, n) }
    }

    /// What was paid for a share that has several owners.
    pub fn paid_most(&self, (share, owners, fen): (u32, u16, i64)) -> String {
        let values = [
            ("n", group(share.into())),
            ("owners", group(owners.into())),
            ("amount", yuan(fen)),
            ("paid", yuan(fen * i64::from(owners))),
        ];
        fill(self.board.paid_most, &values)
    }

    /// A tile in one sentence: its number, its amount where it is known, its owners.
    pub fn tile(&self, share: u64, amount_fen: Option<i64>, owners: u64) -> String {
        let amount = amount_fen.map_or(String::new(), |fen| format!(" · {}", yuan(fen)));
        let values = [("n", group(share)), ("amount", amount), ("owners", self.owners(owners))];
        fill(self.board.tile, &values)
    }

    /// Wins of shares that do not exist.
    pub fn phantoms(&self, n: u64) -> String {
        counted(self.board.phantoms, n)
    }

    /// `7 are here` and, where they hold a value, `, still holding 4`.
    pub fn here(&self, n: u64, held: Option<i64>) -> String {
        let mut text = counted(self.code.here, n);
        if let Some(value) = held {
            text += &fill(self.code.holding, &[("value", signed(value))]);
        }
        text
    }

    /// `slowed 1,200×`; the factor comes from [`race_core::number::factor`].
    pub fn slowed(&self, times: &str) -> String {
        fill(self.player.slowed, &[("n", self.bare(times))])
    }

    /// `sped up 2.5×`.
    pub fn sped_up(&self, times: &str) -> String {
        fill(self.player.sped_up, &[("n", self.bare(times))])
    }

    /// `speed 2×`, where there is no true time.
    pub fn times(&self, times: &str) -> String {
        fill(self.player.times, &[("n", self.bare(times))])
    }

    /// In front of 倍 Chinese writes a number without commas.
    fn bare(&self, times: &str) -> String {
        match self.lang {
            Lang::En => times.to_owned(),
            Lang::Zh => times.replace(',', ""),
        }
    }

    /// `round 7 of 11`.
    pub fn round(&self, round: u32, of: u32) -> String {
        fill(self.player.round, &[("a", group(round.into())), ("b", group(of.into()))])
    }

    /// `turn 3 of 4`.
    pub fn turn(&self, turn: u32, of: u32) -> String {
        fill(self.player.turn, &[("a", group(turn.into())), ("b", group(of.into()))])
    }

    /// True time at the cursor and in all: `3.4 ms of 20 ms`.
    pub fn at(&self, now_us: u64, of_us: u64) -> String {
        let values =
            [("a", race_core::number::duration(now_us)), ("b", race_core::number::duration(of_us))];
        fill(self.player.at, &values)
    }

    /// The first of the three answers: as many as there are shares.
    pub fn guess_exactly(&self, shares: u64) -> String {
        fill(self.guess.exactly, &[("n", group(shares))])
    }

    /// Returns the answer to a guess once the left lane has ended: 0 as many as shares, 1 more, 2 fewer.
    pub fn guess_answer(&self, guess: u8, shares: u64, won: u64) -> String {
        let guessed = match guess {
            0 => self.guess_exactly(shares),
            1 => self.guess.more.to_owned(),
            _ => self.guess.fewer.to_owned(),
        };
        let was = match won {
            won if won == shares => 0,
            won if won > shares => 1,
            _ => 2,
        };
        let template = if was == guess { self.guess.right } else { self.guess.wrong };
        fill(template, &[("said", guessed), ("won", group(won))])
    }

    /// A bar of the histogram: how many grabs took up to how long.
    pub fn latency_bar(&self, count: u64, up_to_us: u64) -> String {
        let up_to = race_core::number::duration(up_to_us);
        fill(form(self.latency.bar, count), &[("n", group(count)), ("up_to", up_to)])
    }

    /// How many grabs a histogram is made of.
    pub fn latency_grabs(&self, count: u64) -> String {
        counted(self.latency.grabs, count)
    }

    /// A number at the head of a sentence: as a word, if the language likes that.
    pub(super) fn spelled(&self, n: u64) -> String {
        let word = self.count.spelled.get(n as usize);
        word.map_or_else(|| group(n), |word| (*word).to_owned())
    }
}

/// The form for this number.
pub(crate) fn form(forms: Forms, n: u64) -> &'static str {
    forms[usize::from(n != 1)]
}

/// The form for this number, with the number in it.
pub(crate) fn counted(forms: Forms, n: u64) -> String {
    fill(form(forms, n), &[("n", group(n))])
}

/// A template with its `{names}` replaced by their values.
pub(crate) fn fill<V: Display>(template: &str, values: &[(&str, V)]) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, tail)| Some((before, tail.split_once('}')?)))
    {
        text += before;
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => text += &value.to_string(),
            None => debug_assert!(false, "{template:?} asks for {name}, which nobody gives"),
        }
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests;
