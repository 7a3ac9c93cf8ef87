//! The keys of a race before its first grab and after its last: how they are set, and what they hold.

use crate::stock::StockLayout;
use crate::{program, sql};
use race_core::RaceConfig;
use race_core::program::{KeyKind, Program};
use redis_model::{Command, Reply};

/// What the keys of a race hold once it has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// The counter; `None` if there is none or it is no whole number.
    pub counter: Option<i64>,
    /// The shares in the strategy's own record of winners, where it keeps one.
    pub recorded: Option<u64>,
}

/// The keys of a race, in the order in which its program takes them.
pub struct Keyspace<'a> {
    /// The race.
    pub config: &'a RaceConfig,
    /// The program.
    pub program: &'a Program,
    /// Its keys.
    pub keys: &'a [Vec<u8>],
}

/// Returns the token of a grab, which no other grab of its race has: a lock's owner is known by it.
pub fn token(grab: u32) -> String {
    format!("t{grab}")
}

impl<'a> Keyspace<'a> {
    /// Returns the key of this kind, if the program takes one.
    pub fn key(&self, kind: KeyKind) -> Option<&'a [u8]> {
        let at = self.program.keys.iter().position(|each| *each == kind)?;
        self.keys.get(at).map(Vec::as_slice)
    }

    /// Returns where the shares lie, if the program takes a key for them.
    pub fn stock(&self) -> Option<StockLayout> {
        let mut kinds = self.program.keys.iter().zip(self.keys);
        kinds.find_map(|(kind, key)| StockLayout::of(*kind, key, self.config))
    }

    /// Returns the keys that may exist in Redis: what the program takes as one key may be several, or a row.
    pub fn held(&self) -> Vec<Vec<u8>> {
        let kinds = self.program.keys.iter().zip(self.keys);
        let held = |(kind, key): (&KeyKind, &Vec<u8>)| {
            let stock = StockLayout::of(*kind, key, self.config);
            match kind {
                KeyKind::OrdersSql => Vec::new(),
                _ => stock.map_or_else(|| vec![key.clone()], |stock| stock.keys()),
            }
        };
        kinds.flat_map(held).collect()
    }

    /// Returns the locks that these racers may hold: the race's, and one of their own each.
    pub fn locks(&self, racers: impl Iterator<Item = u32>) -> Vec<Vec<u8>> {
        let Some(lock) = self.key(KeyKind::Lock) else { return Vec::new() };
        let own = racers.map(|racer| [lock, format!(":{racer}").as_bytes()].concat());
        std::iter::once(lock.to_vec()).chain(own).collect()
    }

    /// Returns the ARGV of a grab, under these names of its racer and of itself.
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

    /// Returns the whole program as one command, as it runs inside Redis.
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

    /// Returns the commands that set the keys as the config says, and that have Redis know the program where
    /// it keeps it.
    pub fn load(&self) -> Vec<Command> {
        let library = self.program.library();
        let library = library.as_ref().map(program::load_library);
        let stock = self.stock().map(|stock| stock.load(self.config)).unwrap_or_default();
        library.into_iter().chain(stock).collect()
    }

    /// Returns the commands that give back the shares that a grab of this racer has won, the highest being
    /// this one.
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

    /// Reads what the keys hold: `answer` runs a command, `racer_of` finds a racer by its name.
    pub fn read(
        &self,
        racer_of: impl Fn(&[u8]) -> Option<u32>,
        mut answer: impl FnMut(&Command) -> Reply,
    ) -> Holdings {
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
        Holdings { counter, recorded }
    }

    /// Returns the command that asks who has won, where the strategy keeps a record of that.
    pub fn ask_winners(&self) -> Option<Command> {
        let users = self.key(KeyKind::UsersSet).map(|key| Command::new([b"SMEMBERS", key]));
        let orders = || Some(sql::command("read_orders", [self.key(KeyKind::OrdersSql)?]));
        users.or_else(orders)
    }
}
