//! The properties that a verdict judges once everything has ended, and the one place that judges.

pub use crate::trace::{Property, Standing, Verdict};

/// What a program's header claims about a property in a venue; the checker holds it to that. The tables of
/// strategies, on the page and in the documents, are made of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// No order of events breaks it.
    Held,
    /// Some order does.
    Broken,
    /// The program does not run there.
    NotJudged,
}

/// What a race left behind: the facts that a verdict is judged on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Shares that existed.
    pub shares: u64,
    /// Shares that were won, by what the programs returned.
    pub shares_won: u64,
    /// Shares that the strategy's own record holds, where it keeps one.
    pub shares_recorded: Option<u64>,
    /// The most wins of one racer; `None` where each racer grabbed once.
    pub wins_of_one_racer_max: Option<u32>,
    /// Share numbers won more than once, and numbers won that do not exist.
    pub phantoms: u64,
    /// The strategy's counter at the end; `None` if it is missing or no whole number.
    pub counter_final: Option<i64>,
    /// The lowest value of the counter that was seen.
    pub counter_min: Option<i64>,
    /// The smallest quantity that was refused as sold out, plus what was refunded after that.
    pub sold_out_quantity_min: Option<u32>,
    /// The packet's total, in fen.
    pub total_fen: i64,
    /// What the winners were paid, in fen.
    pub paid_fen: i64,
    /// What the counter's shares are worth, in fen.
    pub left_fen: i64,
    /// True if the race began with the stock loaded; otherwise there is no beginning to add up from.
    pub stock_loaded: bool,
    /// Grabs that failed.
    pub failed: u64,
}

/// Returns the verdict on a race that has ended.
pub fn judge(facts: &Facts) -> Verdict {
    let held = |yes: bool| {
        if yes { Standing::Held } else { Standing::Broken }
    };
    Property::ALL
        .iter()
        .map(|&property| {
            let standing = match property {
                Property::NoOversell => held(facts.shares_won <= facts.shares),
                Property::NoDuplicate => match facts.wins_of_one_racer_max {
                    Some(wins) => held(wins <= 1),
                    None => Standing::NotJudged,
                },
                Property::NoNegative => held(facts.counter_min.is_none_or(|lowest| lowest >= 0)),
                Property::NoPhantom => held(facts.phantoms == 0),
                Property::NoUndersell => held(!undersold(facts)),
                Property::Conserved => match facts.counter_final {
                    Some(counter) if facts.stock_loaded => held(conserved(facts, counter)),
                    _ => Standing::NotJudged,
                },
                Property::Progress => Standing::NotJudged,
                Property::NoFailure => held(facts.failed == 0),
            };
            (property, standing)
        })
        .collect()
}

/// Returns the shares left that a grab refused as sold out could have had; 0 if there was no such grab.
pub fn undersold_shares(facts: &Facts) -> u64 {
    if undersold(facts) { not_given(facts) } else { 0 }
}

fn undersold(facts: &Facts) -> bool {
    let left = not_given(facts);
    facts.sold_out_quantity_min.is_some_and(|quantity| left >= u64::from(quantity))
}

/// Returns the shares that nobody has. A racer who died after its win was recorded has one.
fn not_given(facts: &Facts) -> u64 {
    let recorded = facts.shares_recorded.unwrap_or(0);
    facts.shares.saturating_sub(facts.shares_won.max(recorded))
}

fn conserved(facts: &Facts, counter: i64) -> bool {
    let wins = facts.shares_recorded.unwrap_or(facts.shares_won);
    let left = counter.max(0).unsigned_abs();
    // A win that stands only in the record has no share number, and so no known worth.
    let fen_known = wins == facts.shares_won;
    let fen_add_up = facts.left_fen + facts.paid_fen == facts.total_fen;
    left + wins == facts.shares && (fen_add_up || !fen_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound() -> Facts {
        Facts {
            shares: 10,
            shares_won: 10,
            shares_recorded: Some(10),
            wins_of_one_racer_max: Some(1),
            counter_final: Some(0),
            counter_min: Some(0),
            sold_out_quantity_min: Some(1),
            total_fen: 10_000,
            paid_fen: 10_000,
            stock_loaded: true,
            ..Facts::default()
        }
    }

    #[test]
    fn a_sound_race_holds_all_that_a_live_race_can_judge() {
        for (property, standing) in judge(&sound()) {
            let expected =
                if property == Property::Progress { Standing::NotJudged } else { Standing::Held };
            assert_eq!(standing, expected, "{property}");
        }
    }

    #[test]
    fn each_wrong_fact_breaks_its_own_property() {
        type Spoil = fn(&mut Facts);
        let cases: [(Property, Spoil); 8] = [
            (Property::NoOversell, |f| f.shares_won = 11),
            (Property::NoDuplicate, |f| f.wins_of_one_racer_max = Some(2)),
            (Property::NoNegative, |f| f.counter_min = Some(-1)),
            (Property::NoPhantom, |f| f.phantoms = 1),
            (Property::NoUndersell, |f| (f.shares_won, f.shares_recorded) = (9, Some(9))),
            (Property::Conserved, |f| f.counter_final = Some(1)),
            (Property::Conserved, |f| f.paid_fen -= 1),
            (Property::NoFailure, |f| f.failed = 1),
        ];
        for (property, spoil) in cases {
            let mut facts = sound();
            spoil(&mut facts);
            assert_eq!(judge(&facts)[&property], Standing::Broken, "{property}");
        }
    }

    #[test]
    fn what_was_not_tried_is_not_judged() {
        let once = Facts { wins_of_one_racer_max: None, ..sound() };
        assert_eq!(judge(&once)[&Property::NoDuplicate], Standing::NotJudged);
        let absent = Facts { counter_final: None, stock_loaded: false, ..sound() };
        assert_eq!(judge(&absent)[&Property::Conserved], Standing::NotJudged);
    }

    #[test]
    fn a_winner_who_died_after_the_record_was_written_has_a_share_and_the_books_add_up() {
        let died = Facts { shares_won: 9, paid_fen: 9_000, ..sound() };
        assert_eq!(undersold_shares(&died), 0);
        assert_eq!(judge(&died)[&Property::Conserved], Standing::Held);
        let lost = Facts { shares_recorded: Some(9), ..died };
        assert_eq!(undersold_shares(&lost), 1);
        assert_eq!(judge(&lost)[&Property::Conserved], Standing::Broken);
    }

    #[test]
    fn a_refusal_counts_as_undersold_only_if_what_is_left_would_have_served_it() {
        let refused = Facts {
            shares: 2,
            shares_won: 0,
            shares_recorded: None,
            sold_out_quantity_min: Some(3),
            ..sound()
        };
        assert_eq!(undersold_shares(&refused), 0);
        let wronged = Facts { sold_out_quantity_min: Some(2), ..refused };
        assert_eq!(undersold_shares(&wronged), 2);
    }
}
