//! A grab that meets no other: where it ends, and whether it wins what is left.

use super::{COMMANDS_MAX, Host};
use crate::check::graph::Phase;
use crate::world::World;
use race_core::trace::{Outcome, Venue};
use redis_lua::{Failure, Turn};

/// What became of a grab that met no other.
struct Solo {
    /// How it ended, or what it would send next if it does not end.
    end: Phase,
    turns: usize,
    /// True if it ran into a limit of the VM, which Redis has not.
    is_stopped: bool,
}

impl Host {
    /// Returns true if a fresh racer, without others and with time passing, wins on this store.
    pub fn wins_solo(&mut self, store: &World) -> bool {
        let mut store = store.clone();
        let grab = self.config.grabs() as u8;
        let (racer, token) = (self.racer_name(self.config.racers as u8), self.token(grab));
        let argv = self.keyspace().argv(u32::from(grab), &racer, &token);
        loop {
            if matches!(self.solo(&mut store, grab, &argv).end, Phase::Ended(Outcome::Won, _)) {
                return true;
            }
            store.disconnect(u32::from(grab));
            if !store.redis.expire_next() {
                return false;
            }
        }
    }

    /// Returns how many turns the first grab takes, without others, before it has to be stopped; `None` if
    /// it ends by itself.
    pub fn runs_away(&mut self, store: &World) -> Option<usize> {
        let argv = self.keyspace().argv(0, &self.racer_name(0), &self.token(0));
        let solo = self.solo(&mut store.clone(), 0, &argv);
        if matches!(solo.end, Phase::Waits(_)) {
            self.never_ended();
            return Some(solo.turns);
        }
        solo.is_stopped.then_some(solo.turns)
    }

    fn solo(&mut self, store: &mut World, grab: u8, argv: &[Vec<u8>]) -> Solo {
        let is_stopped = |failure: Option<&Failure>| matches!(failure, Some(Failure::Stopped(_)));
        if self.config.venue == Venue::Server {
            let script = self.keyspace().script(argv);
            let reply = self.ask(store, grab, &script);
            let is_stopped = is_stopped(self.scripts.failure());
            return Solo { end: self.ended(&reply), turns: 1, is_stopped };
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
        Solo { end: self.turned(turn), turns, is_stopped }
    }
}
