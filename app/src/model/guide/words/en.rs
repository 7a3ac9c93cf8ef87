//! English.

use super::{GuideWords, compare};
use crate::model::words::Lang;

/// The guide in English.
pub static EN: GuideWords = GuideWords { lang: Lang::En, compare: &compare::EN };
