//! What a race's keys hold before its first grab, and what they say after its last: one loader and
//! one counter for each kind of key.

use crate::stock::Stock;
use crate::{program, sql};
use race_core::RaceConfig;
use race_core::program::{KeyKind, Program};
use redis_model::{Command, Reply};

/// What the store holds when a race has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Final {
    /// The counter; `None` if there is none or it is no whole number.
    pub counter: Option<i64>,
    /// The shares that the strategy's own record of winners holds, where it keeps one.
    pub recorded: Option<u64>,
}

/// A race's keys beside the program that takes them, in its order.
pub struct Stage<'a> {
    /// The race.
    pub config: &'a RaceConfig,
    /// The program.
    pub program: &'a Program,
    /// Its keys.
    pub keys: &'a [Vec<u8>],
}

/// What no other grab of a race has: a lock's owner is known by it.
pub fn token(grab: u32) -> String {
    format!("t{grab}")
}

impl<'a> Stage<'a> {
    /// The key of this kind, if the program takes one.
    pub fn key(&self, kind: KeyKind) -> Option<&'a [u8]> {
        let at = self.program.keys.iter().position(|each| *each == kind)?;
        self.keys.get(at).map(Vec::as_slice)
    }

    /// Where the shares lie.
    pub fn stock(&self) -> Option<Stock> {
        let mut kinds = self.program.keys.iter().zip(self.keys);
        kinds.find_map(|(kind, key)| Stock::at(*kind, key, self.config))
    }

    /// The keys that may exist in Redis: what the program takes as one key may be several, or a row.
    pub fn held(&self) -> Vec<Vec<u8>> {
        let kinds = self.program.keys.iter().zip(self.keys);
        let held = |(kind, key): (&KeyKind, &Vec<u8>)| {
            let stock = Stock::at(*kind, key, self.config);
            match kind {
                KeyKind::OrdersSql => Vec::new(),
                _ => stock.map_or_else(|| vec![key.clone()], |stock| stock.keys()),
            }
        };
        kinds.flat_map(held).collect()
    }

    /// The locks that these racers may hold: the race's, and one of their own each.
    pub fn locks(&self, racers: impl Iterator<Item = u32>) -> Vec<Vec<u8>> {
        let Some(lock) = self.key(KeyKind::Lock) else { return Vec::new() };
        let own = racers.map(|racer| [lock, format!(":{racer}").as_bytes()].concat());
        std::iter::once(lock.to_vec()).chain(own).collect()
    }

    /// What a grab gets as ARGV, under these names of its racer and of itself.
    pub fn argv(&self, grab: u32, racer: &str, token: &str) -> Vec<Vec<u8>> {
        let value = |name: &String| match name.as_str() {
            "racer" => racer.to_owned(),
            "token" => token.to_owned(),
            "quantity" => self.config.quantity(grab).to_string(),
            "attempts" => self.config.attempts.to_string(),
            "ttl_ms" => self.config.lock_ttl_ms.to_string(),
            "shards" => self.config.shards.to_string(),
            "home" => self.config.home(self.config.racer(grab)).to_string(),
            other => unreachable!("{other} was refused as unsupported"),
        };
        self.program.argv.iter().map(|name| value(name).into_bytes()).collect()
    }

    /// The whole program as one command, as it runs inside Redis.
    pub fn script(&self, argv: &[Vec<u8>]) -> Command {
        let count = self.keys.len().to_string();
        let library = self.program.library();
        let (call, what) = match &library {
            Some(library) => ("FCALL", &library.name),
            None => ("EVAL", &self.program.text),
        };
        let head = [call.as_bytes(), what.as_bytes(), count.as_bytes()];
        Command::new(head.into_iter().chain(self.keys.iter().chain(argv).map(Vec::as_slice)))
    }

    /// What sets the keys as the config says, and has Redis know the program where it keeps it.
    pub fn load(&self) -> Vec<Command> {
        let library = self.program.library();
        let library = library.as_ref().map(program::load_library);
        let stock = self.stock().map(|stock| stock.load(self.config)).unwrap_or_default();
        library.into_iter().chain(stock).collect()
    }

    /// What gives back the shares that a grab of this racer's has won, the highest being this one.
    pub fn refund(&self, grab: u32, racer: &str, share: i64) -> Vec<Command> {
        let (owner, quantity) = (self.config.racer(grab), self.config.quantity(grab));
        let mut commands = Vec::new();
        if let Some(stock) = self.stock() {
            commands.push(stock.refund(owner, quantity, share, self.config));
        }
        if let Some(users) = self.key(KeyKind::UsersSet) {
            commands.push(Command::new([b"SREM", users, racer.as_bytes()]));
        }
        if let Some(race) = self.key(KeyKind::OrdersSql) {
            commands.push(sql::command("delete_order", [race, racer.as_bytes()]));
        }
        commands
    }

    /// Reads what is left, through whoever answers; `racer_of` knows the racers by their names.
    pub fn read(
        &self,
        racer_of: impl Fn(&[u8]) -> Option<u32>,
        mut answer: impl FnMut(&Command) -> Reply,
    ) -> Final {
        let counter = self.stock().and_then(|stock| {
            let replies: Vec<_> = stock.ask().iter().map(&mut answer).collect();
            stock.counter(&replies)
        });
        let members = self.ask_winners().and_then(|ask| match answer(&ask) {
            Reply::Array(members) => Some(members),
            _ => None,
        });
        let racer = |reply: &Reply| match reply {
            Reply::Bulk(name) => racer_of(name),
            _ => None,
        };
        let recorded =
            members.map(|all| self.config.shares_of_racers(all.iter().filter_map(racer)));
        Final { counter, recorded }
    }

    /// What asks who has won, where the strategy keeps a record of that.
    pub fn ask_winners(&self) -> Option<Command> {
        let users = self.key(KeyKind::UsersSet).map(|key| Command::new([b"SMEMBERS", key]));
        let orders = || Some(sql::command("read_orders", [self.key(KeyKind::OrdersSql)?]));
        users.or_else(orders)
    }
}

/// A whole number as text.
pub fn whole(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
