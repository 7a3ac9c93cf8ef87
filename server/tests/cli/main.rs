//! The built binary, as a person or a script calls it. Redis is real.

mod run;
mod serve;
mod support;
