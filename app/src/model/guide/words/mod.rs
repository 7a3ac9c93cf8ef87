//! Everything that the guide says and the race page does not, in English and in Chinese: apart from
//! [`crate::model::words`], so that the race page does not carry it.

mod compare;
mod en;
mod zh;

pub use compare::CompareWords;
pub use en::EN;
pub use zh::ZH;

use crate::model::words::Lang;

/// All texts of one language.
#[derive(Debug)]
pub struct GuideWords {
    /// The language.
    pub lang: Lang,
    /// The page `/compare`.
    pub compare: &'static CompareWords,
}

impl GuideWords {
    /// The words of a language.
    pub fn of(lang: Lang) -> &'static GuideWords {
        match lang {
            Lang::En => &EN,
            Lang::Zh => &ZH,
        }
    }
}
