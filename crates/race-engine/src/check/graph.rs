//! All that is known of what can happen, as plain numbers: stores, what grabs have done so far, and
//! what one act makes of both. The host fills it in, a search walks it.

use super::intern::{Interner, Memo};
use crate::world::World;
use race_core::schedule::Act;
use race_core::trace::Outcome;
use redis_model::{Command, Reply};

/// Where a grab stands: the program's text and arguments, with the replies that it has had.
pub struct Node {
    /// The arguments that it began with, by their number.
    pub root: u32,
    /// The node before, and the reply that led here.
    pub before: Option<(u32, u32)>,
    /// Replies so far.
    pub depth: u32,
    /// What it does next, or how it ended.
    pub phase: Phase,
}

/// What a grab does next, or how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It sends this.
    Waits(Command),
    /// It has ended, with the highest share won if it says which.
    Ended(Outcome, Option<i64>),
    /// It stopped for ever.
    Died,
    /// It won, and gave that back.
    GaveBack(Option<i64>),
    /// It was refused as sold out, and this many shares were given back only after that.
    RefusedBefore(u32),
}

/// What can happen to a grab at a node, in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// It may do its first command.
    Fresh,
    /// It may do its next command, or die.
    Waits,
    /// It has ended.
    Over,
    /// It has ended with a win, which may be given back.
    Won,
}

/// A state, as numbers: the store, then a node for each grab.
pub type State = [u32];

/// What an act of a grab leads to.
#[derive(Clone, Copy)]
pub(super) struct After {
    /// The store.
    pub store: u32,
    /// The node of the grab; without meaning for an act that is of no grab.
    pub node: u32,
}

/// What is known of a scenario.
#[derive(Default)]
pub struct Graph {
    /// Everything that the store ever held.
    stores: Interner<World>,
    /// Everything that it ever replied, as the grab sees it.
    replies: Interner<Reply>,
    /// Everywhere that a grab ever stood.
    pub nodes: Vec<Node>,
    readiness: Vec<Readiness>,
    /// The nodes of grabs that have ended.
    ends: Vec<u32>,
    /// (node, reply) → node.
    pub(super) edges: Memo<(u32, u32), u32>,
    /// (store, node, grab) → (store, node) after the node's command.
    turns: Memo<(u32, u32, u8), After>,
    /// (store, node, grab) → the same, after a death or a refund.
    faults: Memo<(u32, u32, u8), After>,
    /// (node of a refusal, grab that gave back after it) → node.
    refused_before: Memo<(u32, u8), u32>,
    /// Store → store after time has passed; itself where nothing expires.
    later: Memo<u32, u32>,
    bytes: usize,
    /// By store: about how much memory it takes.
    sizes: Vec<usize>,
    work: u64,
}

/// About what a node and an entry of a table take.
const NODE: usize = 120;
const ENTRY: usize = 40;

fn size(reply: &Reply) -> usize {
    ENTRY
        + match reply {
            Reply::Nil | Reply::Int(_) => 0,
            Reply::Bulk(text) => text.len(),
            Reply::Status(text) | Reply::Error(text) => text.len(),
            Reply::Array(all) => all.iter().map(size).sum(),
        }
}

impl Graph {
    /// Returns the store of a number.
    pub(super) fn stored(&self, number: u32) -> &World {
        self.stores.get(number)
    }

    /// Returns the reply of a number.
    pub(super) fn replied(&self, number: u32) -> &Reply {
        self.replies.get(number)
    }

    /// Returns what can happen to a grab at this node.
    pub fn readiness(&self, node: u32) -> Readiness {
        self.readiness[node as usize]
    }

    /// Returns true if every grab of a state has ended.
    pub fn is_end(&self, state: &State) -> bool {
        state[1..]
            .iter()
            .all(|node| matches!(self.readiness(*node), Readiness::Over | Readiness::Won))
    }

    /// Writes the state after an act to `to`, if it is known. The act must be possible.
    pub fn step(&self, state: &State, act: Act, to: &mut [u32]) -> Option<()> {
        to.copy_from_slice(state);
        let (grab, known) = match act {
            Act::Time => {
                to[0] = self.later.get(state[0])?;
                return Some(());
            }
            Act::Turn(grab) => (grab, &self.turns),
            Act::Die(grab) | Act::Refund(grab) => (grab, &self.faults),
        };
        let at = grab as usize + 1;
        let after = known.get((state[0], state[at], grab as u8))?;
        (to[0], to[at]) = (after.store, after.node);
        if matches!(act, Act::Refund(_)) {
            for node in to[1..].iter_mut().filter(|node| self.is_refusal(**node)) {
                *node = self.refused_before.get((*node, grab as u8))?;
            }
        }
        Some(())
    }

    /// Returns true if a grab at this node was refused as sold out.
    pub(super) fn is_refusal(&self, node: u32) -> bool {
        matches!(
            self.nodes[node as usize].phase,
            Phase::Ended(Outcome::SoldOut, _) | Phase::RefusedBefore(_)
        )
    }

    /// Adds that a refusal came before a grab gave these shares back: they could not have served it.
    pub(super) fn learn_refusal(&mut self, node: u32, grab: u8, quantity: u32) {
        let Node { root, depth, ref phase, .. } = self.nodes[node as usize];
        let before = match phase {
            Phase::RefusedBefore(shares) => *shares,
            _ => 0,
        };
        let phase = Phase::RefusedBefore(before + quantity);
        let after = self.add(Node { root, before: None, depth, phase });
        self.refused_before.insert((node, grab), after);
    }

    /// Adds what an act makes of a state.
    pub(super) fn learn(&mut self, state: &State, act: Act, after: After) {
        self.bytes += ENTRY;
        self.work += self.sizes[state[0] as usize] as u64;
        match act {
            Act::Time => self.later.insert(state[0], after.store),
            Act::Turn(grab) => {
                self.turns.insert((state[0], state[grab as usize + 1], grab as u8), after);
            }
            Act::Die(grab) | Act::Refund(grab) => {
                self.faults.insert((state[0], state[grab as usize + 1], grab as u8), after);
            }
        }
    }

    /// Returns about how many bytes all of this takes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the bytes of the stores that were worked on to find all this out.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns the number of a store, which may be new.
    pub(super) fn store(&mut self, model: World) -> u32 {
        let (number, is_new) = self.stores.number(model);
        if is_new {
            let bytes = self.stores.get(number).bytes();
            self.sizes.push(bytes);
            self.bytes += bytes;
        }
        number
    }

    /// Returns the number of a reply, which may be new.
    pub(super) fn reply(&mut self, reply: Reply) -> u32 {
        let (number, is_new) = self.replies.number(reply);
        if is_new {
            self.bytes += size(self.replies.get(number));
        }
        number
    }

    /// Adds a node and returns its number. All that have ended alike are one: nothing that comes depends on
    /// how they came there.
    pub(super) fn add(&mut self, node: Node) -> u32 {
        let is_end = !matches!(node.phase, Phase::Waits(_));
        let alike = |end: &&u32| self.nodes[**end as usize].phase == node.phase;
        if let Some(end) = self.ends.iter().find(alike).filter(|_| is_end) {
            return *end;
        }
        if is_end {
            self.ends.push(self.nodes.len() as u32);
        }
        self.readiness.push(match (&node.phase, node.depth) {
            (Phase::Waits(_), 0) => Readiness::Fresh,
            (Phase::Waits(_), _) => Readiness::Waits,
            (Phase::Ended(Outcome::Won, _), _) => Readiness::Won,
            _ => Readiness::Over,
        });
        self.bytes += NODE;
        if let Phase::Waits(command) = &node.phase {
            self.bytes += command.0.iter().map(|word| ENTRY + word.len()).sum::<usize>();
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Returns the replies that led to a node, first to last.
    pub fn history(&self, mut node: u32) -> Vec<u32> {
        let mut replies = Vec::new();
        while let Some((before, reply)) = self.nodes[node as usize].before {
            replies.push(reply);
            node = before;
        }
        replies.reverse();
        replies
    }
}
