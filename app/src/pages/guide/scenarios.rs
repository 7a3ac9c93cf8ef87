//! What a check searched: its bounds, and each scenario with its states.

use leptos::prelude::*;
use race_core::number::group;
use race_core::property::Claim;
use race_core::report::{Case, ScenarioReport};
use race_core::trace::Standing;

use super::context::Context;
use super::prose::Mark;
use super::words::GuideWords;

/// The bounds in sentences, and the scenarios in a table.
#[component]
pub fn Scenarios(case: Case) -> impl IntoView {
    let Context { texts, .. } = expect_context();
    let words = &texts.case;
    let heads = [words.scenarios, words.states, words.won_most, words.standing];
    let head = |text| view! { <th scope="col">{text}</th> };
    let row = |ScenarioReport { scenario, states, won_max, standing }: ScenarioReport| {
        let claim = match standing {
            Standing::Held => Claim::Held,
            Standing::Broken => Claim::Broken,
            Standing::NotJudged | Standing::NotExhausted => Claim::NotJudged,
        };
        view! {
            <tr>
                <th scope="row">
                    <code>{scenario}</code>
                </th>
                <td>{group(states)}</td>
                <td>{group(won_max)}</td>
                <td>
                    <Mark claim />
                </td>
            </tr>
        }
    };
    view! {
        <section>
            <h2>{words.searched}</h2>
            <p data-testid="bounds">{bounds(texts, &case)}</p>
            <table class="walked" data-testid="walked">
                <thead>
                    <tr>{heads.map(head)}</tr>
                </thead>
                <tbody>{case.scenarios.into_iter().map(row).collect_view()}</tbody>
            </table>
        </section>
    }
}

/// Returns the bounds of a check in sentences.
fn bounds(texts: &GuideWords, case: &Case) -> String {
    let sizes = || case.scenarios.iter().map(|each| Size::of(&each.scenario));
    let racers = sizes().map(|size| size.racers).max().unwrap_or_default();
    let shares = sizes().map(|size| size.shares).max().unwrap_or_default();
    let bounds = texts.bounds(racers, shares, case.scenarios.len(), case.states);
    let merged = if case.symmetry { texts.case.merged } else { "" };
    [bounds, texts.under(&case.faults), merged.to_owned()].join(texts.gap)
}

/// The size of a scenario.
#[derive(Debug, PartialEq, Eq)]
struct Size {
    racers: u64,
    shares: u64,
}

impl Size {
    /// Returns the size that a scenario's name tells: `(0,0,1;2)` is one of two racers and two shares.
    fn of(scenario: &str) -> Size {
        let inner = scenario.trim_matches(['(', ')']);
        let (owners, rest) = inner.split_once(';').unwrap_or((inner, ""));
        let highest = owners.split(',').filter_map(|owner| owner.parse::<u64>().ok()).max();
        let shares = rest.split(';').next().unwrap_or_default();
        Size {
            racers: highest.map_or(0, |highest| highest + 1),
            shares: shares.parse().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_scenario_tells_its_size() {
        assert_eq!(Size::of("(0,0,1;2)"), Size { racers: 2, shares: 2 });
        assert_eq!(Size::of("(0,1,2,3;2; asking 1,2,1,2)"), Size { racers: 4, shares: 2 });
    }
}
