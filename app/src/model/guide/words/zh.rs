//! Chinese.

use super::{GuideWords, compare};
use crate::model::words::Lang;

/// The guide in Chinese.
pub static ZH: GuideWords = GuideWords { lang: Lang::Zh, compare: &compare::ZH };
