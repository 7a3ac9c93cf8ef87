//! The built binary, as a person or a script calls it. Redis is real.

mod abuse;
mod check;
mod compare;
mod run;
mod serve;
mod support;
