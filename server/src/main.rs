//! The `race` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    race_server::cli::main()
}
