//! The form of `/fairness`: its fields, its presets, the ways to split, and the packets that they describe.

use race_core::config::FieldError;
use race_core::config::field::{Field, FieldKind, thousandths};
use race_core::fairness::{self, Plan};
use race_core::money::Fen;
use race_core::packet::{Limits, PacketError, Split};

use crate::form::{Form, FormField, check};
use crate::query;

/// The parameter of the address that holds the ways.
const WAYS: &str = "ways";
/// The ways that the page begins with.
const FIRST_WAYS: [Split; 2] = [Split::DoubleMean, Split::FairMean];

/// The fields; total and cap are typed in yuan.
pub static FORM_FIELDS: [FormField; 5] = [
    plain(&fairness::FIELDS[0], "packets"),
    plain(&fairness::FIELDS[1], "shares"),
    FormField { name: "total", default: "100.00", field: &fairness::FIELDS[2], check: check_yuan },
    FormField { name: "cap", default: "200.00", field: &fairness::FIELDS[3], check: check_yuan },
    plain(&fairness::FIELDS[4], "seed"),
];

/// What the presets change; every other field stays.
pub const PRESETS: [[(&str, &str); 3]; 3] = [
    [("total", "100.00"), ("shares", "10"), ("cap", "200.00")],
    [("total", "0.15"), ("shares", "10"), ("cap", "200.00")],
    [("total", "0.10"), ("shares", "5"), ("cap", "0.03")],
];

/// The form.
#[derive(Clone, Debug, PartialEq)]
pub struct FairnessForm {
    form: Form,
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
        FairnessForm { form: Form::new(&FORM_FIELDS), ways: FIRST_WAYS.into() }
    }
}

const fn plain(field: &'static Field, name: &'static str) -> FormField {
    FormField { name, default: field.default, field, check }
}

/// Returns true if a field is an amount, typed in yuan.
pub fn is_amount(name: &str) -> bool {
    matches!(name, "total" | "cap")
}

/// Returns an amount in fen; none if the text is no amount of yuan with at most two decimals.
fn fen(text: &str) -> Option<u64> {
    thousandths(text).filter(|number| number.is_multiple_of(10)).map(|number| number / 10)
}

fn check_yuan(field: &Field, text: &str) -> Result<(), FieldError> {
    let fen = fen(text).ok_or_else(|| field.refuse())?;
    check(field, &fen.to_string())
}

impl FairnessForm {
    /// Returns the form that a query asks for; what is unknown or wrong is left out.
    pub fn from_query(query: &str) -> FairnessForm {
        let mut form = FairnessForm::default();
        for (name, text) in query::parse(query) {
            if name == WAYS {
                let known: Vec<_> = text.split(',').filter_map(Split::from_name).collect();
                form.ways = Split::ALL.into_iter().filter(|way| known.contains(way)).collect();
            } else {
                form.form.set_checked(&name, &text);
            }
        }
        form
    }

    /// Returns the query that restores it, without its question mark: what is right and not as the page
    /// begins.
    pub fn to_query(&self) -> String {
        let names: Vec<_> = self.ways.iter().map(|way| way.name()).collect();
        let names = names.join(",");
        let ways = (self.ways != FIRST_WAYS).then_some((WAYS, names.as_str()));
        query::format(self.form.pairs().chain(ways))
    }

    /// Returns the text of a field.
    pub fn get(&self, name: &str) -> &str {
        self.form.get(name)
    }

    /// Types into a field.
    pub fn set(&mut self, name: &str, text: &str) {
        self.form.set(name, text.trim());
    }

    /// Returns true if a way is drawn.
    pub fn has(&self, way: Split) -> bool {
        self.ways.contains(&way)
    }

    /// Draws a way, or no longer; in the order of [`Split::ALL`].
    pub fn show(&mut self, way: Split, shown: bool) {
        let ways = &self.ways;
        let is_shown = |each: &Split| if *each == way { shown } else { ways.contains(each) };
        self.ways = Split::ALL.into_iter().filter(is_shown).collect();
    }

    /// Sets the fields to a preset.
    pub fn use_preset(&mut self, preset: usize) {
        self.form.set_all(&PRESETS[preset]);
    }

    /// Returns true if the fields are those of a preset.
    pub fn is_preset(&self, preset: usize) -> bool {
        let mut other = self.clone();
        other.use_preset(preset);
        let amounts = |form: &FairnessForm| [form.number("total"), form.number("cap")];
        amounts(self) == amounts(&other) && self.get("shares") == other.get("shares")
    }

    /// Draws other packets of the same kind.
    pub fn reseed(&mut self) {
        let seed = self.number("seed").unwrap_or_default();
        self.set("seed", &seed.wrapping_add(1).to_string());
    }

    /// Returns the number in a field, of amounts in fen; none if the text is wrong by itself.
    fn number(&self, name: &str) -> Option<u64> {
        if self.form.error(name).is_some() {
            return None;
        }
        let text = self.get(name);
        if is_amount(name) { fen(text) } else { text.parse().ok() }
    }

    /// Returns what is wrong with a field, by itself or beside the others.
    pub fn wrong(&self, name: &str) -> Option<Wrong> {
        let field = FORM_FIELDS.iter().find(|field| field.name == name)?;
        match (self.number(name), field.field.kind) {
            // Equal shares keep fewer rules than any other way: what they refuse, all refuse.
            (Some(_), _) if name == "total" => self.refusal(Split::Equal).map(Wrong::Packet),
            (Some(_), _) => None,
            (None, FieldKind::Whole { min, max }) if is_amount(name) => Some(Wrong::Yuan(min, max)),
            (None, FieldKind::Whole { min, max }) => Some(Wrong::Whole(min, max)),
            (None, _) => None,
        }
    }

    /// Returns the rule by which a way refuses this packet.
    pub fn refusal(&self, way: Split) -> Option<PacketError> {
        let plan = self.plan(way)?;
        let limits = Limits { cap: plan.cap, ..Limits::default() };
        limits.check(plan.total, plan.shares, way).err()
    }

    /// Returns what is to be drawn, way by way; nothing while a field is wrong.
    pub fn plans(&self) -> Vec<Plan> {
        let fine = |way: &&Split| self.refusal(**way).is_none();
        self.ways.iter().filter(fine).filter_map(|way| self.plan(*way)).collect()
    }

    fn plan(&self, split: Split) -> Option<Plan> {
        Some(Plan {
            split,
            packets: self.number("packets")? as u32,
            shares: self.number("shares")? as u32,
            total: Fen(self.number("total")? as i64),
            cap: Fen(self.number("cap")? as i64),
            seed: self.number("seed")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(fields: &[(&str, &str)]) -> FairnessForm {
        let mut form = FairnessForm::default();
        for (name, text) in fields {
            form.set(name, text);
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
        assert!(
            FORM_FIELDS.iter().all(|field| FairnessForm::default().wrong(field.name).is_none())
        );
        assert!(FairnessForm::default().is_preset(0));
    }

    #[test]
    fn the_defaults_are_those_of_the_plan() {
        for field in &FORM_FIELDS {
            let number =
                FairnessForm::default().number(field.name).map(|number| number.to_string());
            assert_eq!(number.as_deref(), Some(field.field.default), "{}", field.name);
        }
    }

    #[test]
    fn the_address_restores_what_differs_and_leaves_out_what_is_wrong() {
        assert!(FairnessForm::default().to_query().is_empty());
        let mut form = typed(&[("total", "0.15"), ("seed", "7"), ("packets", "5")]);
        form.show(Split::LineCut, true);
        form.show(Split::DoubleMean, false);
        let query = form.to_query();
        assert_eq!(query, "total=0.15&seed=7&ways=fair_mean,line_cut");
        form.set("packets", "100000");
        assert_eq!(FairnessForm::from_query(&format!("?lang=zh&{query}")), form);
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
            form.use_preset(preset);
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
            assert_eq!((form.wrong(name), form.plans().len()), (Some(wrong), 0), "{name}={text}");
        }
        let poor = typed(&[("total", "0.09")]);
        let Some(Wrong::Packet(error)) = poor.wrong("total") else { panic!("ten need ten fen") };
        assert_eq!((error.rule(), poor.plans().len()), ("one_fen_each", 0));
    }

    #[test]
    fn only_the_line_has_no_rule_for_a_cap() {
        let mut form = typed(&[("cap", "20.00")]);
        form.show(Split::LineCut, true);
        assert_eq!(form.wrong("total"), None);
        assert_eq!(form.refusal(Split::LineCut).map(|error| error.rule()), Some("line_cut_cap"));
        assert_eq!(form.plans().len(), 2);
    }

    #[test]
    fn another_seed_is_another_one_even_after_the_last() {
        let mut form = typed(&[("seed", "18446744073709551615")]);
        form.reseed();
        assert_eq!(form.get("seed"), "0");
    }
}
