//! What a check walked: its bounds, and each scenario with its states.

use race_core::trace::Standing;
use race_core::wire::ask::{Case, Walked};

use super::Cx;
use crate::components::dom::{El, el};
use race_core::number::group;
use race_core::property::Claim;

/// The bounds in sentences, and the scenarios in a table.
pub fn walked(cx: Cx, case: &Case) -> El {
    let words = &cx.says.case;
    let (mut racers, mut shares) = (0, 0);
    for each in &case.scenarios {
        let (owners, count) = counts(&each.scenario);
        (racers, shares) = (racers.max(owners), shares.max(count));
    }
    let bounds = cx.says.bounds(racers, shares, case.scenarios.len(), case.states);
    let under = cx.says.under(&case.faults);
    let merged = if case.symmetry { words.merged } else { "" };
    let head = |text: &str| el("th", "").set("scope", "col").say(text);
    let heads = [words.scenarios, words.states, words.won_most, words.standing];
    let row = |each: &Walked| {
        el("tr", "")
            .add(el("th", "").set("scope", "row").add(el("code", "").say(&each.scenario)))
            .add(el("td", "").say(&group(each.states)))
            .add(el("td", "").say(&group(each.won_max)))
            .add(el("td", "").add(standing(cx, each.standing)))
    };
    let table = el("table", "walked")
        .test("walked")
        .add(el("thead", "").add(el("tr", "").all(heads.map(head).into())))
        .add(el("tbody", "").all(case.scenarios.iter().map(row).collect()));
    el("section", "")
        .add(el("h2", "").say(words.walked))
        .add(el("p", "").test("bounds").say(&[bounds, under, merged.to_owned()].join(cx.says.gap)))
        .add(table)
}

fn standing(cx: Cx, standing: Standing) -> El {
    let claim = match standing {
        Standing::Held => Claim::Held,
        Standing::Broken => Claim::Broken,
        Standing::NotJudged | Standing::NotExhausted => Claim::NotJudged,
    };
    super::prose::mark(cx.says, claim)
}

/// How many racers, and how many shares, a scenario's name tells: `(0,0,1;2)` of two, with two.
fn counts(scenario: &str) -> (u64, u64) {
    let inner = scenario.trim_matches(['(', ')']);
    let (owners, rest) = inner.split_once(';').unwrap_or((inner, ""));
    let racers = owners.split(',').filter_map(|owner| owner.parse::<u64>().ok()).max();
    let shares = rest.split(';').next().unwrap_or_default();
    (racers.map_or(0, |highest| highest + 1), shares.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenarios_name_tells_its_racers_and_shares() {
        assert_eq!(counts("(0,0,1;2)"), (2, 2));
        assert_eq!(counts("(0,1,2,3;2; asking 1,2,1,2)"), (4, 2));
    }
}
