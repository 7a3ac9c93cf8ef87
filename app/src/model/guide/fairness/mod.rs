//! The page `/fairness`: what may be asked, what is seen in the answer, and how it is drawn.

pub mod finding;
pub mod form;
pub mod plot;
