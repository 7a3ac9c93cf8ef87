//! Properties and how they stand, in words.

use race_core::trace::{Property, Standing};

/// Returns a standing's colour and word.
pub fn word(standing: Standing) -> (&'static str, &'static str) {
    match standing {
        Standing::Held => ("32", "held"),
        Standing::Broken => ("1;31", "BROKEN"),
        Standing::NotJudged => ("2", "not judged"),
        Standing::NotExhausted => ("33", "not exhausted"),
    }
}

/// Returns what holds where a property does.
pub fn about(property: Property) -> &'static str {
    match property {
        Property::NoOversell => "no more shares won than there are",
        Property::NoDuplicate => "at most one win a racer",
        Property::NoNegative => "the counter was never below 0",
        Property::NoPhantom => "every share won exists and was given once",
        Property::NoUndersell => "nobody was refused a share that was left",
        Property::Conserved => "counter and wins add up to the shares and the money",
        Property::Progress => "with shares left, one more racer wins",
        Property::NoFailure => "no grab failed",
    }
}
