//! `race serve`: the page and the API.

use std::net::SocketAddr;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::backends::Backends;
use crate::http::guard::Policy;
use crate::http::{App, serve};
use crate::store::Store;

use super::args::{database, database_url, redis_url, source};
use super::exit::{CliError, Exit};
use super::process::{print, runtime, signal};

/// Returns its arguments.
pub fn command() -> Command {
    Command::new("serve").about("Serve the page and the API, with a Redis to race on").args([
        Arg::new("listen")
            .long("listen")
            .value_name("ADDRESS")
            .default_value("127.0.0.1:8080")
            .value_parser(value_parser!(SocketAddr))
            .help("Where to listen; port 0: any free one"),
        redis_url(),
        database_url(),
        Arg::new("allow_host")
            .long("allow-host")
            .value_name("NAME")
            .action(ArgAction::Append)
            .help("A further name that this server goes by, without a port; may be repeated"),
        Arg::new("allow_origin")
            .long("allow-origin")
            .value_name("ORIGIN")
            .action(ArgAction::Append)
            .help("A further origin whose pages may start races, such as http://127.0.0.1:8081; may be repeated"),
    ])
}

/// Serves until a signal ends it.
pub fn main(matches: &ArgMatches) -> Exit {
    match runtime("info").block_on(until_signal(matches)) {
        Ok(()) => Exit::Held,
        Err(error) => error.exit(),
    }
}

async fn until_signal(matches: &ArgMatches) -> Result<(), CliError> {
    let asked = *matches.get_one::<SocketAddr>("listen").expect("it has a default");
    // First the port, which fails at once, then Redis, which may take a moment.
    let failed = |error| CliError::Listen { address: asked, error };
    let listener = TcpListener::bind(asked).await.map_err(failed)?;
    let bound = listener.local_addr().map_err(failed)?;
    let sql = database(matches)?;
    let redis = Store::open(source(matches)).await?;
    let backends = Backends::new(redis, sql);
    if matches.contains_id("database_url") {
        // A mistake in it should show now, not in front of an audience.
        backends.sql.open().await?;
    }
    let texts = |name| matches.get_many::<String>(name).into_iter().flatten().cloned().collect();
    let policy = Policy::new(bound, texts("allow_host"), texts("allow_origin"));

    tracing::info!("races run on the Redis at {}", backends.redis.address());
    tracing::info!("those that use SQL run on {}", backends.sql.address());
    let closing = CancellationToken::new();
    let app = App::new(backends, policy, closing.clone());
    print(&format!("Red Packet Race is at {}\n", serve::address(bound)));
    tokio::spawn(async move {
        signal().await;
        tracing::info!("ending; once more to end at once");
        closing.cancel();
        signal().await;
        // Redis's supervisor ends it when we are gone, however we went.
        std::process::exit(Exit::CouldNotRun as i32);
    });
    serve::run(listener, app).await;
    Ok(())
}
