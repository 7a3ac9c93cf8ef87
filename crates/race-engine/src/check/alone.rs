//! A grab that meets nobody: whether it ends at all, and whether it wins what is left.

use super::graph::At;
use super::host::{COMMANDS_MAX, Host, too_many};
use crate::world::World;
use race_core::trace::{Outcome, Venue};
use redis_lua::{Failure, Turn};

/// What became of a grab that met nobody.
struct Alone {
    end: At,
    turns: usize,
    /// It ran into a limit of the VM, which Redis has not.
    is_stopped: bool,
}

impl Host {
    /// Whether a fresh racer, alone and with time passing, wins on this store.
    pub fn wins_alone(&mut self, store: &World) -> bool {
        let mut store = store.clone();
        let grab = self.config.grabs() as u8;
        let (racer, token) = (self.racer_name(self.config.racers as u8), self.token(grab));
        let argv = self.stage().argv(u32::from(grab), &racer, &token);
        loop {
            let alone = self.alone(&mut store, grab, &argv);
            if matches!(alone.end, At::Ended(Outcome::Won, _)) {
                return true;
            }
            store.disconnect(u32::from(grab));
            if !store.redis.expire_next() {
                return false;
            }
        }
    }

    /// How many turns the first grab takes, alone, before it has to be stopped; `None` if it ends by
    /// itself.
    pub fn runs_away(&mut self, store: &World) -> Option<usize> {
        let argv = self.stage().argv(0, &self.racer_name(0), &self.token(0));
        let alone = self.alone(&mut store.clone(), 0, &argv);
        if matches!(alone.end, At::Waits(_)) {
            self.failed(too_many());
            return Some(alone.turns);
        }
        alone.is_stopped.then_some(alone.turns)
    }

    /// Returns where a grab ends that meets nobody, or what it would send next if it does not end.
    fn alone(&mut self, store: &mut World, grab: u8, argv: &[Vec<u8>]) -> Alone {
        let is_stopped = |failure: Option<&Failure>| matches!(failure, Some(Failure::Stopped(_)));
        if self.config.venue == Venue::Server {
            let script = self.stage().script(argv);
            let reply = self.ask(store, grab, &script);
            let is_stopped = is_stopped(self.scripts.failure());
            return Alone { end: self.ended(&reply), turns: 1, is_stopped };
        }
        let (mut run, mut turn) = self.vm.start(&self.keys, argv);
        let mut turns = 0;
        while let Turn::Call { command, .. } = &turn
            && turns < COMMANDS_MAX as usize
        {
            let reply = self.ask(store, grab, command);
            turn = self.vm.resume(&mut run, reply);
            turns += 1;
        }
        let is_stopped = match &turn {
            Turn::Failed(failure) => is_stopped(Some(failure)),
            _ => false,
        };
        Alone { end: self.turned(turn), turns, is_stopped }
    }
}
