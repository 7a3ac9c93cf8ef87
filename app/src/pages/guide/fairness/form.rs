//! The form: texts as a person types them, what they mean, and how they stand in the address.

use race_core::fairness::{FIELDS, Plan};
use race_core::money::Fen;
use race_core::packet::{Limits, PacketError, Split};
use race_core::race::field::{Kind, Value, thousandths};

/// The fields' names in the address, in the order of [`FIELDS`]; total and cap are typed in yuan.
pub const NAMES: [&str; 5] = ["packets", "shares", "total", "cap", "seed"];
const TOTAL: usize = 2;
const CAP: usize = 3;
const SEED: usize = 4;

/// What to begin with, and what the presets change: fields that are not named here as they were.
pub const PRESETS: [[(&str, &str); 3]; 3] = [
    [("total", "100.00"), ("shares", "10"), ("cap", "200.00")],
    [("total", "0.15"), ("shares", "10"), ("cap", "200.00")],
    [("total", "0.10"), ("shares", "5"), ("cap", "0.03")],
];

/// The form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairnessForm {
    texts: [String; 5],
    ways: Vec<Split>,
}

/// Why a field is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is no whole number in this range.
    Whole(u64, u64),
    /// It is no amount in this range, in fen.
    Yuan(u64, u64),
    /// The packet's rules refuse it.
    Packet(PacketError),
}

impl Default for FairnessForm {
    fn default() -> FairnessForm {
        let texts = std::array::from_fn(|at| match at {
            TOTAL | CAP => yuan(FIELDS[at].default.parse().unwrap_or_default()),
            _ => FIELDS[at].default.to_owned(),
        });
        FairnessForm { texts, ways: vec![Split::DoubleMean, Split::FairMean] }
    }
}

/// Fen as they are typed.
fn yuan(fen: i64) -> String {
    Fen(fen).to_string()
}

/// What is typed as yuan, in fen: at most two decimals.
fn fen(text: &str) -> Option<u64> {
    thousandths(text).filter(|number| number.is_multiple_of(10)).map(|number| number / 10)
}

impl FairnessForm {
    /// Reads a query; what is unknown or wrong is left out.
    pub fn from_query(query: &str) -> FairnessForm {
        let mut form = FairnessForm::default();
        for pair in query.trim_start_matches('?').split('&') {
            let (name, text) = pair.split_once('=').unwrap_or((pair, ""));
            if name == "ways" {
                let known = text.split(',').filter_map(Split::from_name).collect::<Vec<_>>();
                form.ways = Split::ALL.into_iter().filter(|way| known.contains(way)).collect();
            } else if let Some(at) = NAMES.iter().position(|known| *known == name) {
                let before = std::mem::replace(&mut form.texts[at], text.to_owned());
                if form.number(at).is_err() {
                    form.texts[at] = before;
                }
            }
        }
        form
    }

    /// What a query that restores it has: only what differs from the form as it begins, and is right.
    pub fn to_query(&self) -> Vec<(&'static str, String)> {
        let plain = FairnessForm::default();
        let differs = |at: &usize| self.texts[*at] != plain.texts[*at] && self.number(*at).is_ok();
        let mut pairs: Vec<_> = (0..NAMES.len())
            .filter(differs)
            .map(|at| (NAMES[at], self.texts[at].clone()))
            .collect();
        if self.ways != plain.ways {
            let names: Vec<_> = self.ways.iter().map(|way| way.name()).collect();
            pairs.push(("ways", names.join(",")));
        }
        pairs
    }

    /// What stands in a field.
    pub fn get(&self, at: usize) -> &str {
        &self.texts[at]
    }

    /// Types into a field.
    pub fn set(&mut self, at: usize, text: &str) {
        text.trim().clone_into(&mut self.texts[at]);
    }

    /// Whether a way is drawn.
    pub fn has(&self, way: Split) -> bool {
        self.ways.contains(&way)
    }

    /// Draws a way, or no longer; in the order of [`Split::ALL`].
    pub fn show(&mut self, way: Split, shown: bool) {
        let ways = &self.ways;
        let is_shown = |each: &Split| if *each == way { shown } else { ways.contains(each) };
        self.ways = Split::ALL.into_iter().filter(is_shown).collect();
    }

    /// Takes a preset over.
    pub fn preset(&mut self, preset: usize) {
        for (name, text) in PRESETS[preset] {
            if let Some(at) = NAMES.iter().position(|known| *known == name) {
                self.set(at, text);
            }
        }
    }

    /// Whether this preset is what stands here.
    pub fn is_preset(&self, preset: usize) -> bool {
        let mut other = self.clone();
        other.preset(preset);
        let amounts = |form: &FairnessForm| [TOTAL, CAP].map(|at| form.number(at).ok());
        amounts(self) == amounts(&other) && self.texts[1] == other.texts[1]
    }

    /// Other packets of the same kind.
    pub fn reseed(&mut self) {
        let seed = self.number(SEED).unwrap_or_default();
        self.texts[SEED] = seed.wrapping_add(1).to_string();
    }

    /// What a field means, or what is wrong with it by itself.
    fn number(&self, at: usize) -> Result<u64, Wrong> {
        let is_money = matches!(at, TOTAL | CAP);
        let text = &self.texts[at];
        let digits =
            if is_money { fen(text).map(|fen| fen.to_string()) } else { Some(text.clone()) };
        let number = digits.and_then(|digits| FIELDS[at].whole(&Value::Plain(digits)).ok());
        number.ok_or(match FIELDS[at].kind {
            Kind::Whole { min, max } if is_money => Wrong::Yuan(min, max),
            Kind::Whole { min, max } => Wrong::Whole(min, max),
            _ => Wrong::Whole(0, u64::MAX),
        })
    }

    /// What is wrong with a field, by itself or beside the others.
    pub fn wrong(&self, at: usize) -> Option<Wrong> {
        match (self.number(at), at) {
            (Err(wrong), _) => Some(wrong),
            // Equal shares keep fewer rules than any other way: what they refuse, all refuse.
            (Ok(_), TOTAL) => self.refusal(Split::Equal).map(Wrong::Packet),
            _ => None,
        }
    }

    /// The rule by which a way refuses this packet.
    pub fn refusal(&self, way: Split) -> Option<PacketError> {
        let plan = self.plan(way)?;
        let limits = Limits { cap: plan.cap, ..Limits::default() };
        limits.check(plan.total, plan.shares, way).err()
    }

    /// What is to be drawn, way by way; nothing while a field is wrong.
    pub fn plans(&self) -> Vec<Plan> {
        let fine = |way: &&Split| self.refusal(**way).is_none();
        self.ways.iter().filter(fine).filter_map(|way| self.plan(*way)).collect()
    }

    fn plan(&self, split: Split) -> Option<Plan> {
        let number = |at| self.number(at).ok();
        Some(Plan {
            split,
            packets: number(0)? as u32,
            shares: number(1)? as u32,
            total: Fen(number(TOTAL)? as i64),
            cap: Fen(number(CAP)? as i64),
            seed: number(SEED)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(fields: &[(&str, &str)]) -> FairnessForm {
        let mut form = FairnessForm::default();
        for (name, text) in fields {
            form.set(NAMES.iter().position(|known| known == name).unwrap(), text);
        }
        form
    }

    #[test]
    fn it_begins_with_a_hundred_thousand_packets_of_a_hundred_yuan_in_ten_shares() {
        let plans = FairnessForm::default().plans();
        assert_eq!(
            plans.iter().map(|plan| plan.split.name()).collect::<Vec<_>>(),
            ["double_mean", "fair_mean"]
        );
        assert_eq!((plans[0].packets, plans[0].shares), (100_000, 10));
        assert_eq!((plans[0].total, plans[0].cap), (Fen(10_000), Fen(20_000)));
        assert!((0..NAMES.len()).all(|at| FairnessForm::default().wrong(at).is_none()));
        assert!(FairnessForm::default().is_preset(0));
    }

    #[test]
    fn the_address_restores_what_differs_and_leaves_out_what_is_wrong() {
        assert!(FairnessForm::default().to_query().is_empty());
        let mut form = typed(&[("total", "0.15"), ("seed", "7"), ("packets", "5")]);
        form.show(Split::LineCut, true);
        form.show(Split::DoubleMean, false);
        let query: Vec<_> =
            form.to_query().into_iter().map(|(name, text)| format!("{name}={text}")).collect();
        assert_eq!(query, ["total=0.15", "seed=7", "ways=fair_mean,line_cut"]);
        form.set(0, "100000");
        assert_eq!(FairnessForm::from_query(&format!("?lang=zh&{}", query.join("&"))), form);
        let none = FairnessForm::from_query("?ways=");
        assert_eq!(
            (none.plans().len(), FairnessForm::from_query("?shares=1&total=x")),
            (0, FairnessForm::default())
        );
    }

    #[test]
    fn every_preset_can_be_drawn_and_is_known_again() {
        for preset in 0..PRESETS.len() {
            let mut form = FairnessForm::default();
            form.preset(preset);
            assert_eq!(form.plans().len(), 2);
            let known: Vec<_> = (0..PRESETS.len()).filter(|each| form.is_preset(*each)).collect();
            assert_eq!(known, [preset]);
        }
    }

    #[test]
    fn what_is_wrong_is_said_where_it_is_typed_and_nothing_is_drawn() {
        let table = [
            ("packets", "999", Wrong::Whole(1_000, 1_000_000)),
            ("shares", "ten", Wrong::Whole(2, 100)),
            ("total", "1.005", Wrong::Yuan(2, 2_000_000)),
            ("total", "-1", Wrong::Yuan(2, 2_000_000)),
            ("cap", "200.01", Wrong::Yuan(1, 20_000)),
        ];
        for (name, text, wrong) in table {
            let form = typed(&[(name, text)]);
            let at = NAMES.iter().position(|known| *known == name).unwrap();
            assert_eq!((form.wrong(at), form.plans().len()), (Some(wrong), 0), "{name}={text}");
        }
        let poor = typed(&[("total", "0.09")]);
        let Some(Wrong::Packet(error)) = poor.wrong(TOTAL) else { panic!("ten need ten fen") };
        assert_eq!((error.rule(), poor.plans().len()), ("one_fen_each", 0));
    }

    #[test]
    fn only_the_line_has_no_rule_for_a_cap() {
        let mut form = typed(&[("cap", "20.00")]);
        form.show(Split::LineCut, true);
        assert_eq!(form.wrong(TOTAL), None);
        assert_eq!(form.refusal(Split::LineCut).map(|error| error.rule()), Some("line_cut_cap"));
        assert_eq!(form.plans().len(), 2);
    }

    #[test]
    fn another_seed_is_another_one_even_after_the_last() {
        let mut form = typed(&[("seed", "18446744073709551615")]);
        form.reseed();
        assert_eq!(form.get(SEED), "0");
    }
}
