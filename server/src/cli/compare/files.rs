//! Where a comparison is written to: `--csv FILE`, `--html FILE`; `-` is standard output.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches};
use race_report::comparison::Comparison;
use race_report::{Words, csv, report};

use crate::cli::exit::CliError;
use crate::cli::flags::FlagError;
use crate::cli::process::print;

const STDOUT: &str = "-";

/// The files that were asked for.
pub struct Files {
    csv: Option<String>,
    html: Option<String>,
    words: &'static Words,
}

/// Returns their flags.
pub fn args() -> [Arg; 3] {
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").help(help)
    };
    [
        file("csv", "Write a line for each row into this file; - for standard output"),
        file(
            "html",
            "Write a report into this file, tables and charts in one page; - for standard output",
        ),
        Arg::new("lang")
            .long("lang")
            .value_name("NAME")
            .default_value("en")
            .value_parser(["en", "zh"])
            .help("The language of the report"),
    ]
}

impl Files {
    /// The files that the arguments name. They are opened before anything runs: a long comparison must
    /// not end at a folder that is not there.
    pub fn open(matches: &ArgMatches) -> Result<Files, FlagError> {
        let named = |name: &str| matches.get_one::<String>(name).cloned();
        let lang = matches.get_one::<String>("lang").map_or("en", String::as_str);
        let files = Files {
            csv: named("csv"),
            html: named("html"),
            words: Words::of(lang).expect("en or zh"),
        };
        let asks = |file: &Option<String>| file.as_deref() == Some(STDOUT);
        let takers = [("csv", asks(&files.csv)), ("html", asks(&files.html))];
        let mut takers = takers.into_iter().filter(|(_, takes)| *takes).map(|(name, _)| name);
        if let Some(first) = takers.next() {
            let other = takers.next().or(matches.get_flag("json").then_some("json"));
            if let Some(other) = other {
                let why = format!(
                    "cannot stand beside --{other}: standard output holds only one of them"
                );
                return Err(FlagError::new(first, why));
            }
        }
        let paths = [&files.csv, &files.html].map(|file| file.as_deref().map(path));
        if paths[0].is_some() && paths[0] == paths[1] {
            return Err(FlagError::new("html", "must be another file than that of --csv"));
        }
        for (name, file) in [("csv", &files.csv), ("html", &files.html)] {
            let Some(file) = file.as_deref().filter(|file| *file != STDOUT) else { continue };
            let opened = OpenOptions::new().append(true).create(true).open(file);
            opened
                .map_err(|error| FlagError::new(name, format!("cannot write {file}: {error}")))?;
        }
        Ok(files)
    }

    /// Returns true if standard output belongs to one of them.
    pub fn take_stdout(&self) -> bool {
        [&self.csv, &self.html].into_iter().any(|file| file.as_deref() == Some(STDOUT))
    }

    /// Writes them.
    ///
    /// # Errors
    ///
    /// Fails if one of them cannot be written.
    pub fn write(&self, all: &Comparison) -> Result<(), CliError> {
        if let Some(file) = &self.csv {
            write(file, &csv::csv(all))?;
        }
        if let Some(file) = &self.html {
            write(file, &report::report(self.words, all))?;
        }
        Ok(())
    }
}

fn write(file: &str, text: &str) -> Result<(), CliError> {
    if file == STDOUT {
        print(text);
        return Ok(());
    }
    std::fs::write(file, text).map_err(|error| CliError::Write { file: file.to_owned(), error })
}

/// Returns the same path for all names of a file, as far as there is one.
fn path(name: &str) -> PathBuf {
    let path = Path::new(name);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    let named = folder.ok().zip(path.file_name()).map(|(folder, name)| folder.join(name));
    path.canonicalize().ok().or(named).unwrap_or_else(|| path.to_owned())
}
