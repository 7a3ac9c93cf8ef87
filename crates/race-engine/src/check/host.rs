//! Who fills in the [`Graph`]: runs the program in the VM and its commands on the model, once for
//! each distinct history and each distinct store.

use super::graph::{At, Graph, Node, State};
use super::intern::Known;
use super::names;
use crate::program;
use crate::stage::{self, Stage};
use crate::world::{Gap, World};
use race_core::config::RaceConfig;
use race_core::keys;
use race_core::program::Program;
use race_core::schedule::Act;
use race_core::trace::{Outcome, Venue};
use redis_lua::{ProgramError, Scripts, Turn, Vm};
use redis_model::{Command, Reply};

/// Commands of one grab; one that sends more is taken for endless.
pub(super) const COMMANDS_MAX: u32 = 200;

/// Characters of a failure's reason that are kept.
const REASON_MAX: usize = 300;

/// The program and the store that it meets.
pub struct Host {
    /// The program.
    pub program: Program,
    /// The scenario.
    pub config: RaceConfig,
    pub(super) keys: Vec<Vec<u8>>,
    pub(super) vm: Vm,
    pub(super) scripts: Scripts,
    /// Whether histories are kept as the grab itself sees them, and so shared by alike grabs.
    shared: bool,
    /// Distinct arguments.
    roots: Vec<Vec<Vec<u8>>>,
    /// The node that a grab with these arguments begins at.
    begins: Vec<u32>,
    charged: u64,
    /// (node, reply, grab): held against each other.
    checked: Known<(u32, u32, u8), ()>,
    /// Why grabs are not alike after all, once that is found out.
    pub unlike: Option<&'static str>,
    /// The reason of the latest failure.
    pub failure: Option<String>,
    /// What the models lack and the program needs: then nothing is known.
    pub gap: Option<Gap>,
}

impl Host {
    /// A host for this scenario.
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
            checked: Known::default(),
            unlike: None,
            failure: None,
            gap: None,
        })
    }

    /// Instructions of the VM that were needed.
    pub fn used(&self) -> u64 {
        self.charged + self.vm.used() + self.scripts.used()
    }

    /// The keys, to be set and read.
    pub fn stage(&self) -> Stage<'_> {
        Stage { config: &self.config, program: &self.program, keys: &self.keys }
    }

    /// The state before anything has happened.
    pub fn begin(&mut self, graph: &mut Graph) -> Vec<u32> {
        let mut model = World::default();
        for command in self.stage().load() {
            let reply = model.run_for(0, &command, &mut self.scripts);
            reply.expect("the models have what a race begins with");
        }
        let mut state = vec![graph.store(model)];
        for grab in 0..self.config.grabs() {
            state.push(self.root(graph, grab as u8));
        }
        state
    }

    /// Finds out what an act makes of a state, for the graph to know.
    pub fn learn(&mut self, graph: &mut Graph, state: &State, act: Act) {
        let after = match act {
            Act::Time => {
                let mut store = graph.stored(state[0]).clone();
                store.redis.expire_next();
                (graph.store(store), 0)
            }
            Act::Turn(grab) => self.turn(graph, state[0], state[grab as usize + 1], grab as u8),
            Act::Die(grab) => {
                let before = &graph.nodes[state[grab as usize + 1] as usize];
                let died = graph.add(Node { at: At::Died, before: None, ..*before });
                let mut store = graph.stored(state[0]).clone();
                store.disconnect(grab);
                (graph.store(store), died)
            }
            Act::Refund(grab) => self.refund(graph, state, grab),
        };
        graph.learn(state, act, after);
    }

    fn root(&mut self, graph: &mut Graph, grab: u8) -> u32 {
        let (racer, token) = (self.racer_name(self.racer(grab)), self.token(grab));
        let argv = self.stage().argv(u32::from(grab), &racer, &token);
        let argv: Vec<_> = argv.iter().map(|word| self.seen(word, grab).0).collect();
        if let Some(root) = self.roots.iter().position(|known| *known == argv) {
            return self.begins[root];
        }
        let at = self.walk(&argv, &[]);
        self.roots.push(argv);
        let root = self.roots.len() as u32 - 1;
        self.begins.push(graph.add(Node { root, before: None, depth: 0, at }));
        self.begins[root as usize]
    }

    fn turn(&mut self, graph: &mut Graph, store: u32, node: u32, grab: u8) -> (u32, u32) {
        let At::Waits(command) = &graph.nodes[node as usize].at else {
            unreachable!("only a grab that waits has a turn");
        };
        let command = Command(command.0.iter().map(|word| self.said(word, grab)).collect());
        let mut store = graph.stored(store).clone();
        let reply = self.ask(&mut store, grab, &command);
        let mut strange = false;
        let reply = texts(&reply, &mut |text| {
            let (seen, is_strange) = self.seen(text, grab);
            strange |= is_strange;
            seen
        });
        if strange {
            self.unlike = Some("it reads the names of other racers");
        }
        let reply = graph.reply(reply);
        let next = match graph.edges.get((node, reply)) {
            Some(next) => next,
            None => self.grow(graph, node, reply),
        };
        self.check(graph, (node, reply, next), grab);
        if !matches!(graph.nodes[next as usize].at, At::Waits(_)) {
            store.disconnect(u32::from(grab));
        }
        (graph.store(store), next)
    }

    /// The node behind a reply, walked to by the program itself.
    fn grow(&mut self, graph: &mut Graph, node: u32, reply: u32) -> u32 {
        let Node { root, depth, .. } = graph.nodes[node as usize];
        let mut history = graph.history(node);
        history.push(reply);
        let at = if depth + 1 == COMMANDS_MAX {
            self.failed(too_many())
        } else {
            let replies: Vec<_> = history.iter().map(|at| graph.replied(*at).clone()).collect();
            let argv = self.roots[root as usize].clone();
            self.walk(&argv, &replies)
        };
        let next = graph.add(Node { root, before: Some((node, reply)), depth: depth + 1, at });
        graph.edges.learn((node, reply), next);
        next
    }

    /// Holds what comes behind a reply against what this very grab would do there: a program that
    /// looks into its racer's name might do something else.
    fn check(&mut self, graph: &Graph, (node, reply, next): (u32, u32, u32), grab: u8) {
        if !self.shared || self.checked.get((node, reply, grab)).is_some() {
            return;
        }
        self.checked.learn((node, reply, grab), ());
        let Node { root, depth, .. } = graph.nodes[node as usize];
        let root = &self.roots[root as usize];
        let argv: Vec<_> = root.iter().map(|word| self.said(word, grab)).collect();
        if argv == *root || depth + 1 == COMMANDS_MAX {
            return;
        }
        let mut history = graph.history(node);
        history.push(reply);
        let reply = |at: &u32| texts(graph.replied(*at), &mut |text| self.said(text, grab));
        let replies: Vec<_> = history.iter().map(reply).collect();
        let at = match self.walk(&argv, &replies) {
            At::Waits(command) => {
                At::Waits(Command(command.0.iter().map(|word| self.seen(word, grab).0).collect()))
            }
            end => end,
        };
        if at != graph.nodes[next as usize].at {
            self.unlike = Some("the program looks into its racer's name");
        }
    }

    fn refund(&mut self, graph: &mut Graph, state: &State, grab: u32) -> (u32, u32) {
        let before = &graph.nodes[state[grab as usize + 1] as usize];
        let At::Ended(_, share) = before.at else {
            unreachable!("only a grab that won gives back");
        };
        let node = graph.add(Node { at: At::GaveBack(share), before: None, ..*before });
        let mut store = graph.stored(state[0]).clone();
        let racer = self.racer_name(self.racer(grab as u8));
        for command in self.stage().refund(grab, &racer, share.unwrap_or(0)) {
            if let Err(gap) = store.call(&command) {
                self.gap.get_or_insert(gap);
            }
        }
        let refusals = state[1..].iter().filter(|node| graph.is_refusal(**node));
        for refusal in refusals.copied().collect::<Vec<_>>() {
            graph.learn_refusal(refusal, grab as u8, self.config.quantity(grab));
        }
        (graph.store(store), node)
    }

    /// Takes the program to where these replies lead it.
    fn walk(&mut self, argv: &[Vec<u8>], replies: &[Reply]) -> At {
        if self.config.venue == Venue::Server {
            return match replies {
                [] => At::Waits(self.stage().script(argv)),
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

    /// A long text costs the VM far more than the one instruction that it counts.
    fn charge(&mut self, turn: &Turn) {
        if let Turn::Call { command, .. } = turn {
            self.charged += command.0.iter().map(|word| word.len() as u64).sum::<u64>() / 4;
        }
    }

    pub(super) fn turned(&mut self, turn: Turn) -> At {
        match turn {
            Turn::Call { command, .. } => At::Waits(command),
            Turn::Return(reply) => self.ended(&reply),
            Turn::Failed(failure) => self.failed(failure.to_string()),
        }
    }

    pub(super) fn ask(&mut self, store: &mut World, grab: u8, command: &Command) -> Reply {
        let answer = store.run_for(u32::from(grab), command, &mut self.scripts);
        answer.unwrap_or_else(|gap| {
            let reply = gap.reply();
            self.gap.get_or_insert(gap);
            reply
        })
    }

    pub(super) fn ended(&mut self, reply: &Reply) -> At {
        match program::ended(&self.program, reply) {
            Ok((outcome, share)) => At::Ended(outcome, share),
            Err(reason) => self.failed(reason),
        }
    }

    pub(super) fn failed(&mut self, reason: String) -> At {
        self.failure = Some(reason.chars().take(REASON_MAX).collect());
        At::Ended(Outcome::Failed, None)
    }

    /// Alike racers need names that can be told from all else; else they are called as in a race.
    pub(super) fn racer_name(&self, racer: u8) -> String {
        if self.shared { names::racer(racer) } else { racer.to_string() }
    }

    pub(super) fn token(&self, grab: u8) -> String {
        if self.shared { names::grab(grab) } else { stage::token(grab.into()) }
    }

    fn racer(&self, grab: u8) -> u8 {
        self.config.racer(u32::from(grab)) as u8
    }

    fn seen(&self, word: &[u8], grab: u8) -> (Vec<u8>, bool) {
        match self.shared {
            true => names::seen_by(word, self.racer(grab), grab),
            false => (word.to_vec(), false),
        }
    }

    fn said(&self, word: &[u8], grab: u8) -> Vec<u8> {
        match self.shared {
            true => names::said_by(word, self.racer(grab), grab),
            false => word.to_vec(),
        }
    }
}

pub(super) fn too_many() -> String {
    format!("it sent {COMMANDS_MAX} commands and did not end; a check follows no more")
}

/// A reply with its texts changed.
fn texts(reply: &Reply, change: &mut dyn FnMut(&[u8]) -> Vec<u8>) -> Reply {
    match reply {
        Reply::Bulk(text) => Reply::Bulk(change(text)),
        Reply::Array(all) => Reply::Array(all.iter().map(|each| texts(each, change)).collect()),
        other => other.clone(),
    }
}
