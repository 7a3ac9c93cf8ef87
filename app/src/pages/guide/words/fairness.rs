//! The texts of `/fairness`: a sentence for each thing that the numbers show.

mod en;
mod zh;

pub use en::EN;
pub use zh::ZH;

use race_core::packet::{PacketError, Split};

use crate::pages::guide::fairness::finding::{Line, Luck, Mean, Place, Spread, spread_of};
use crate::pages::guide::fairness::form::Wrong;
use crate::pages::guide::fairness::plot::{Scale, fixed, percent};
use crate::words::fill;
use race_core::number::{group, yuan};

/// Even shares smaller than this are written in fen.
const SMALL_FEN: f64 = 100.0;
/// With even shares smaller than this, two largest shares are often alike.
const MANY_TIES_FEN: f64 = 20.0;

texts! {
    /// The page about ways to split.
    struct FairnessWords {
        pub title: &'static str,
        pub intro: &'static str,
        fields: [(&'static str, &'static str, &'static str); 5],
        pub presets: [&'static str; 3],
        pub presets_label: &'static str,
        pub ways: [(&'static str, &'static str); 4],
        pub ways_label: &'static str,
        pub form: &'static str,
        pub another: &'static str,
        pub no_way: &'static str,
        pub seen: &'static str,
        pub even_line: &'static str,
        pub place: &'static str,
        pub mean: &'static str,
        pub mean_note: &'static str,
        pub spread: &'static str,
        pub spread_note: &'static str,
        pub luck: &'static str,
        pub luck_note: &'static str,
        pub no_equal: &'static str,
        pub table: &'static str,
        pub whole_fen: &'static str,
        pub stop: &'static str,
        comma: &'static str,
        fen: &'static str,
        drawing: &'static str,
        all_even: &'static str,
        risk_differs: &'static str,
        all_alike: &'static str,
        uneven: &'static str,
        exact: &'static str,
        even: &'static str,
        lopsided: &'static str,
        always_lopsided: &'static str,
        no_spread: &'static str,
        same_spread: &'static str,
        spread_changes: &'static str,
        first_luckiest: &'static str,
        alike: &'static str,
        luckiest: &'static str,
        ties: &'static str,
        last_comma: &'static str,
        sure: &'static str,
        cap: &'static str,
        whole: &'static str,
        amount: &'static str,
        each_a_fen: &'static str,
        above_cap: &'static str,
        no_cap_rule: &'static str,
    }
}

impl FairnessWords {
    /// Returns the label and the hint of a field of the form.
    pub fn field(&self, name: &str) -> (&'static str, &'static str) {
        let known = self.fields.iter().find(|(field, ..)| *field == name);
        known.map_or(("", ""), |(_, label, hint)| (label, hint))
    }

    /// Returns the name of a way, and its rule.
    pub fn way(&self, way: Split) -> (&'static str, &'static str) {
        let at = Split::ALL.iter().position(|each| *each == way);
        at.and_then(|at| self.ways.get(at)).copied().unwrap_or_default()
    }

    /// Returns an amount that may have fractions of a fen, in the unit that suits the even share.
    pub fn money(&self, fen: f64, even: f64) -> String {
        match even < SMALL_FEN {
            true => fill(self.fen, &[("n", fixed(fen, 3))]),
            false => format!("¥{}", fixed(fen / 100.0, 3)).replace("¥−", "−¥"),
        }
    }

    /// Returns the even share, without decimals that mean nothing.
    fn even_share(&self, even: f64) -> String {
        let number = if even < SMALL_FEN { even } else { even / 100.0 };
        let whole = fixed(number, 3);
        let short = whole.trim_end_matches('0').trim_end_matches('.');
        match even < SMALL_FEN {
            true => fill(self.fen, &[("n", short)]),
            false if short.split_once('.').is_some_and(|(_, cents)| cents.len() == 1) => {
                format!("¥{short}0")
            }
            false => format!("¥{short}"),
        }
    }

    /// Returns an amount at a round number of the scale.
    pub fn tick(&self, fen: f64, even: f64, scale: &Scale) -> String {
        match even < SMALL_FEN {
            true => fill(self.fen, &[("n", fixed(fen, scale.places()))]),
            false => format!("¥{}", fixed(fen / 100.0, scale.places() + 2)),
        }
    }

    /// Returns how far the drawing is.
    pub fn drawing(&self, done: u64, of: u64) -> String {
        fill(self.drawing, &[("done", group(done)), ("of", group(of))])
    }

    /// Returns what is wrong with a field.
    pub fn wrong(&self, wrong: &Wrong) -> String {
        match wrong {
            Wrong::Whole(min, max) => {
                fill(self.whole, &[("min", group(*min)), ("max", group(*max))])
            }
            Wrong::Yuan(min, max) => {
                let [min, max] = [min, max].map(|fen| yuan(*fen as i64));
                fill(self.amount, &[("min", min), ("max", max)])
            }
            Wrong::Packet(error) => self.refused(error),
        }
    }

    /// Returns why a packet is refused: the rule by name, and what it allows.
    pub fn refused(&self, error: &PacketError) -> String {
        let (template, refused) = match error {
            PacketError::SharesRange { shares_max, .. } => {
                return fill(
                    self.whole,
                    &[("min", group(1)), ("max", group(u64::from(*shares_max)))],
                );
            }
            PacketError::OneFenEach(refused) => (self.each_a_fen, refused),
            PacketError::Cap(refused) => (self.above_cap, refused),
            PacketError::LineCutCap(refused) => (self.no_cap_rule, refused),
        };
        let values = [
            ("min", yuan(refused.total_min.fen())),
            ("max", yuan(refused.total_max.fen())),
            ("shares", group(u64::from(refused.shares))),
            ("rule", error.rule().to_owned()),
        ];
        fill(template, &values)
    }

    /// Returns all of it in one sentence.
    pub fn headline(&self, lines: &[Line]) -> String {
        let named = |of: &dyn Fn(&&Line) -> bool| {
            let names = lines.iter().filter(of).map(|line| self.way(line.plan.split).0);
            let names: Vec<_> = names.collect();
            match names.split_last() {
                Some((last, others)) if !others.is_empty() => {
                    format!("{}{}{last}", others.join(self.comma), self.last_comma)
                }
                _ => names.concat(),
            }
        };
        let even = lines.first().map_or(0.0, Line::even);
        let uneven = named(&|line| matches!(line.mean(), Mean::Uneven(..)));
        let risky = named(&|line| matches!(line.spread(), Spread::Changes(..)));
        let shrinks =
            |line: &Line| matches!(line.spread(), Spread::Changes(first, last) if last < first);
        let grows = !lines.iter().any(shrinks);
        let (template, ways) = match (uneven.is_empty(), risky.is_empty()) {
            (false, _) => (self.uneven, uneven),
            (true, false) if grows => (self.all_even, risky),
            (true, false) => (self.risk_differs, risky),
            (true, true) => (self.all_alike, String::new()),
        };
        fill(template, &[("even", self.even_share(even)), ("ways", ways)])
    }

    /// Returns what each place gets on average.
    pub fn mean_of(&self, line: &Line) -> String {
        let even = line.even();
        let money = |fen: f64| self.money(fen, even);
        let ends = |(low_at, low): Place, (high_at, high): Place| {
            vec![
                ("low_at", low_at.to_string()),
                ("low", money(low)),
                ("high_at", high_at.to_string()),
                ("high", money(high)),
                ("even", self.even_share(even)),
            ]
        };
        match line.mean() {
            Mean::Exact => fill(self.exact, &[("even", self.even_share(even))]),
            Mean::Even((at, off), errors) => {
                let off = format!("{}{}", if off > 0.0 { "+" } else { "" }, percent(off / even, 2));
                let errors = fixed(errors, 1);
                fill(self.even, &[("at", at.to_string()), ("off", off), ("errors", errors)])
            }
            Mean::Uneven(low, high, None) => fill(self.always_lopsided, &ends(low, high)),
            Mean::Uneven(low, high, Some(errors)) => {
                let mut values = ends(low, high);
                values.push(("errors", fixed(errors, 0)));
                fill(self.lopsided, &values)
            }
        }
    }

    /// Returns how far its shares vary.
    pub fn spread_of(&self, line: &Line) -> String {
        match line.spread() {
            Spread::None => self.no_spread.to_owned(),
            Spread::Same(spread) => fill(self.same_spread, &[("spread", fixed(spread, 3))]),
            Spread::Changes(first, last) => {
                let last_at = line.positions.len().to_string();
                let values =
                    [("first", fixed(first, 3)), ("last", fixed(last, 3)), ("at", last_at)];
                fill(self.spread_changes, &values)
            }
        }
    }

    /// Returns who is luckiest.
    pub fn luck_of(&self, line: &Line) -> String {
        let even = percent(1.0 / f64::from(line.plan.shares), 1);
        match line.luck() {
            Luck::First => self.first_luckiest.to_owned(),
            Luck::Alike => fill(self.alike, &[("even", even)]),
            Luck::Differs((low_at, low), (high_at, high)) => {
                let ties = if line.even() < MANY_TIES_FEN { self.ties } else { "" };
                let values = [
                    ("low_at", low_at.to_string()),
                    ("low", percent(low, 1)),
                    ("high_at", high_at.to_string()),
                    ("high", percent(high, 1)),
                    ("even", even),
                ];
                fill(self.luckiest, &values) + ties
            }
        }
    }

    /// Returns how sure all of this is.
    pub fn sure(&self, lines: &[Line]) -> String {
        let (mut error, mut even, mut packets) = (0.0, 1.0, 0);
        for line in lines {
            error = line.error_max().max(error);
            (even, packets) = (line.even(), line.plan.packets);
        }
        let values = [
            ("packets", group(u64::from(packets))),
            ("error", self.money(error, even)),
            ("share", percent(error / even, 2)),
        ];
        fill(self.sure, &values)
    }

    /// Returns what a cap does that can bind; empty where it cannot.
    pub fn cap_note(&self, lines: &[Line]) -> String {
        let bound = lines.iter().find(|line| line.cap_binds());
        bound.map_or(String::new(), |line| fill(self.cap, &[("cap", yuan(line.plan.cap.fen()))]))
    }

    /// Returns the numbers of a place: mean, spread, how often luckiest.
    pub fn row(&self, line: &Line, at: usize) -> [String; 3] {
        let Some(position) = line.positions.get(at) else { return Default::default() };
        [
            self.money(position.mean_fen, line.even()),
            fixed(spread_of(position), 3),
            percent(line.luck_of(position), 1),
        ]
    }
}

#[cfg(test)]
mod tests;
