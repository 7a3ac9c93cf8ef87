//! Chinese.

use super::GuideWords;
use crate::model::words::Lang;

/// The guide in Chinese.
pub static ZH: GuideWords = GuideWords { lang: Lang::Zh };
