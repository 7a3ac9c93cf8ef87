//! The command line.
//!
//! What a program may read goes to standard output, all else to standard error. Each command has a file;
//! what they share stands in `args` (arguments), `flags` (those that are fields of a race), `exit` (how a
//! command ends) and `process` (standard output and signals).

mod args;
mod bench;
mod check;
mod compare;
mod counterexample;
mod exit;
mod figures;
mod flags;
mod ink;
mod process;
mod progress;
mod report;
mod run;
mod serve;
mod strategies;
mod verdict;
mod watch;

use std::process::ExitCode;

use clap::Command;

const AFTER: &str = "Exit codes: 0 all judged properties held, 1 one is broken, 2 unusable arguments, 3 it could not run, 4 not every order was walked.

Without --redis-url or REDIS_URL it starts a private redis-server of its own, found on PATH or named by \
REDIS_SERVER_BIN, which is gone when it ends. Without --database-url or DATABASE_URL the SQL strategies \
run on a private SQLite file, which is gone then, too.";

/// Does what the arguments say.
pub fn main() -> ExitCode {
    let matches = command().get_matches();
    let exit = match matches.subcommand() {
        Some(("serve", matches)) => serve::main(matches),
        Some(("run", matches)) => run::main(matches),
        Some(("compare", matches)) => compare::main(matches),
        Some(("check", matches)) => check::main(matches),
        Some(("strategies", matches)) => strategies::main(matches),
        Some(("bench", matches)) => bench::main(matches),
        _ => unreachable!("clap asks for one of them"),
    };
    exit.into()
}

fn command() -> Command {
    Command::new("race")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Red Packet Race: the same lines, one command at a time and as one script, on a real Redis")
        .after_help(AFTER)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            serve::command(),
            run::command(),
            compare::command(),
            check::command(),
            strategies::command(),
            bench::command(),
        ])
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_arguments_are_well_formed() {
        super::command().debug_assert();
    }
}
