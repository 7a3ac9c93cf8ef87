//! English.

use super::GuideWords;
use crate::model::words::Lang;

/// The guide in English.
pub static EN: GuideWords = GuideWords { lang: Lang::En };
