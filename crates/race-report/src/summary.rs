//! What a comparison says in sentences: how it came out, what a row is, what its figures are measured by.

use race_core::number::group;

use crate::comparison::Comparison;
use crate::row::{ComparisonRow, RowStatus};
use crate::words::{Words, fill};

/// Returns how the comparison came out, in a sentence or two.
pub fn summary(words: &Words, all: &Comparison) -> String {
    let (held, broken) = (all.count(RowStatus::Held), all.count(RowStatus::Broken));
    let (judged, held, broken) =
        ((held + broken).to_string(), held.to_string(), broken.to_string());
    let values = [("held", &*held), ("broken", &*broken), ("all", &*judged)];
    let mut text = fill(words.summary, &values);
    if let Some((row, rate)) = all.fastest_held().and_then(|row| Some((row, row.rate()?))) {
        let (label, rate) = (label(words, all, row), group(rate.round() as u64));
        text += &fill(words.summary_fastest, &[("contender", &label), ("rate", &rate)]);
    }
    text
}

/// Returns what a row is, such as `get_set · command by command`; the number of grabs in flight is added
/// only where it differs between rows.
pub fn label(words: &Words, all: &Comparison, row: &ComparisonRow) -> String {
    let mut text = format!("{} · {}", row.strategy, (words.venue)(row.venue));
    if all.levels().len() > 1 {
        let level = group(row.concurrency.into());
        text += &format!(" · {}", fill(words.at_once, &[("n", &level)]));
    }
    text
}

/// Returns the sentence on what the rates are measured by.
pub fn base_note(words: &Words, all: &Comparison) -> String {
    match all.common_base() {
        Some(base) => fill(words.base, &[("contender", &base.to_string())]),
        None => words.bases.to_owned(),
    }
}

/// Returns the sentence on how many races a row stands for, if a row stands for several.
pub fn runs_note(words: &Words, all: &Comparison) -> Option<String> {
    (all.runs() > 1).then(|| fill(words.runs, &[("n", &all.runs().to_string())]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use crate::words::EN;

    #[test]
    fn the_summary_counts_and_names_the_fastest_that_held() {
        assert_eq!(
            summary(&EN, &samples::comparison()),
            "1 of 2 held everything that was judged, 1 broke something. \
             The fastest that held: atomic · as one script, 51,000 grabs a second."
        );
    }
}
