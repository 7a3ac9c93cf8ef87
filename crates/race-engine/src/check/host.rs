//! Runs the program in the VM and its commands on the models, for the [`Graph`] to know what comes of
//! them: once for each distinct history and each distinct store.
//!
//! `learn` finds out what one act makes of a state; `solo` runs a grab that meets no other.

mod learn;
mod solo;

use super::graph::{Graph, Node, Phase};
use super::intern::Memo;
use super::names;
use crate::keyspace::{self, Keyspace};
use crate::program;
use crate::world::{Gap, World};
use race_core::config::RaceConfig;
use race_core::keys;
use race_core::program::Program;
use race_core::trace::{Outcome, Venue};
use redis_lua::{ProgramError, Scripts, Turn, Vm};
use redis_model::{Command, Reply};

/// Commands of one grab; one that sends more is taken for endless.
const COMMANDS_MAX: u32 = 200;
/// Characters of a failure's reason that are kept.
const REASON_MAX: usize = 300;

/// The program and the store that it meets.
pub struct Host {
    /// The program.
    pub program: Program,
    /// The scenario.
    pub config: RaceConfig,
    keys: Vec<Vec<u8>>,
    vm: Vm,
    scripts: Scripts,
    /// True if histories are kept without the names of the grab, and so shared by alike grabs.
    shared: bool,
    /// Distinct arguments.
    roots: Vec<Vec<Vec<u8>>>,
    /// The node that a grab with these arguments begins at.
    begins: Vec<u32>,
    /// What texts cost the VM beside its instructions.
    charged: u64,
    /// (node, reply, grab): held against each other.
    compared: Memo<(u32, u32, u8), ()>,
    /// Why grabs are not alike after all, once that is found out.
    pub unlike: Option<&'static str>,
    /// The reason of the latest failure.
    pub failure: Option<String>,
    /// What the models lack and the program needs: then nothing is known.
    pub gap: Option<Gap>,
}

impl Host {
    /// Returns a host for this scenario.
    ///
    /// # Errors
    /// Where the program does not compile.
    pub fn new(program: &Program, config: &RaceConfig, shared: bool) -> Result<Host, ProgramError> {
        let key = |kind: &_| keys::key("check", *kind).into_bytes();
        Ok(Host {
            keys: program.keys.iter().map(key).collect(),
            vm: program::vm(program, config.venue)?,
            scripts: Scripts::new(),
            program: program.clone(),
            config: config.clone(),
            shared,
            roots: Vec::new(),
            begins: Vec::new(),
            charged: 0,
            compared: Memo::default(),
            unlike: None,
            failure: None,
            gap: None,
        })
    }

    /// Returns the instructions of the VM that were needed.
    pub fn used(&self) -> u64 {
        self.charged + self.vm.used() + self.scripts.used()
    }

    /// Returns the keys, to be set and read.
    pub fn keyspace(&self) -> Keyspace<'_> {
        Keyspace { config: &self.config, program: &self.program, keys: &self.keys }
    }

    /// Returns the state before anything has happened.
    pub fn begin(&mut self, graph: &mut Graph) -> Vec<u32> {
        let mut world = World::default();
        for command in self.keyspace().load() {
            let reply = world.run_for(0, &command, &mut self.scripts);
            reply.expect("the models have what a race begins with");
        }
        let mut state = vec![graph.store(world)];
        for grab in 0..self.config.grabs() {
            state.push(self.root(graph, grab as u8));
        }
        state
    }

    /// Returns the node that a grab begins at.
    fn root(&mut self, graph: &mut Graph, grab: u8) -> u32 {
        let (racer, token) = (self.racer_name(self.racer(grab)), self.token(grab));
        let argv = self.keyspace().argv(u32::from(grab), &racer, &token);
        let argv = self.unnamed(&Command(argv), grab).0;
        if let Some(root) = self.roots.iter().position(|known| *known == argv) {
            return self.begins[root];
        }
        let phase = self.walk(&argv, &[]);
        self.roots.push(argv);
        let root = self.roots.len() as u32 - 1;
        let begin = graph.add(Node { root, before: None, depth: 0, phase });
        self.begins.push(begin);
        begin
    }

    /// Takes the program to where these replies lead it.
    fn walk(&mut self, argv: &[Vec<u8>], replies: &[Reply]) -> Phase {
        if self.config.venue == Venue::Server {
            return match replies {
                [] => Phase::Waits(self.keyspace().script(argv)),
                [reply, ..] => self.ended(reply),
            };
        }
        let (mut run, mut turn) = self.vm.start(&self.keys, argv);
        self.charge(&turn);
        for reply in replies {
            turn = self.vm.resume(&mut run, reply.clone());
            self.charge(&turn);
        }
        self.turned(turn)
    }

    /// Counts what a command costs: a long text costs the VM far more than the one instruction.
    fn charge(&mut self, turn: &Turn) {
        if let Turn::Call { command, .. } = turn {
            self.charged += command.0.iter().map(|word| word.len() as u64).sum::<u64>() / 4;
        }
    }

    fn turned(&mut self, turn: Turn) -> Phase {
        match turn {
            Turn::Call { command, .. } => Phase::Waits(command),
            Turn::Return(reply) => self.ended(&reply),
            Turn::Failed(failure) => self.failed(failure.to_string()),
        }
    }

    fn ask(&mut self, store: &mut World, grab: u8, command: &Command) -> Reply {
        let answer = store.run_for(u32::from(grab), command, &mut self.scripts);
        answer.unwrap_or_else(|gap| {
            let reply = gap.reply();
            self.gap.get_or_insert(gap);
            reply
        })
    }

    fn ended(&mut self, reply: &Reply) -> Phase {
        match program::ended(&self.program, reply) {
            Ok((outcome, share)) => Phase::Ended(outcome, share),
            Err(reason) => self.failed(reason.to_string()),
        }
    }

    fn failed(&mut self, reason: String) -> Phase {
        self.failure = Some(reason.chars().take(REASON_MAX).collect());
        Phase::Ended(Outcome::Failed, None)
    }

    fn never_ended(&mut self) -> Phase {
        self.failed(format!(
            "it sent {COMMANDS_MAX} commands and did not end; a check follows no more"
        ))
    }

    /// Returns the name of a racer. Alike racers need names that look like nothing else; others are
    /// called as in a race.
    fn racer_name(&self, racer: u8) -> String {
        if self.shared { names::racer(racer) } else { racer.to_string() }
    }

    fn token(&self, grab: u8) -> String {
        if self.shared { names::grab(grab) } else { keyspace::token(grab.into()) }
    }

    fn racer(&self, grab: u8) -> u8 {
        self.config.racer(u32::from(grab)) as u8
    }

    /// Returns a command as it is shared by alike grabs: without the names of this one.
    fn unnamed(&self, command: &Command, grab: u8) -> Command {
        if !self.shared {
            return command.clone();
        }
        let word = |word: &Vec<u8>| names::unnamed_by(word, self.racer(grab), grab).text;
        Command(command.0.iter().map(word).collect())
    }

    /// Returns a command as this grab sends it: with its own names.
    fn named(&self, command: &Command, grab: u8) -> Command {
        Command(command.0.iter().map(|word| self.named_text(word, grab)).collect())
    }

    fn named_text(&self, text: &[u8], grab: u8) -> Vec<u8> {
        match self.shared {
            true => names::named_by(text, self.racer(grab), grab),
            false => text.to_vec(),
        }
    }
}
