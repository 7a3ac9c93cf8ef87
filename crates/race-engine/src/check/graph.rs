//! All that is known of what can happen, as plain numbers: stores, what grabs have done so far, and
//! what one act makes of both. A search walks this; the [`super::host`] fills it in.

use super::intern::{Interner, Known};
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
    pub at: At,
}

/// What a grab does next, or how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// It sends this.
    Waits(Command),
    /// It has ended, with the highest share won if it says which.
    Ended(Outcome, Option<i64>),
    /// It stopped for ever.
    Died,
    /// It won, and gave that back.
    GaveBack(Option<i64>),
    /// It was refused as sold out, and so many shares were given back only after that.
    RefusedBefore(u32),
}

/// What can happen to a grab at a node, in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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

/// What is known.
#[derive(Default)]
pub struct Graph {
    /// Everything that the store ever held.
    stores: Interner<World>,
    /// Everything that it ever replied, as the grab sees it.
    replies: Interner<Reply>,
    /// Everywhere that a grab ever stood.
    pub nodes: Vec<Node>,
    kinds: Vec<Kind>,
    /// The nodes of grabs that have ended.
    ends: Vec<u32>,
    /// (node, reply) → node.
    pub(super) edges: Known<(u32, u32), u32>,
    /// (store, node, grab) → (store, node) after the node's command.
    turns: Known<(u32, u32, u8), (u32, u32)>,
    /// (store, node, grab) → the same, after a death or a refund.
    faults: Known<(u32, u32, u8), (u32, u32)>,
    /// (node of a refusal, grab that gave back after it) → node.
    refused_before: Known<(u32, u8), u32>,
    /// Store → store after time has passed; itself where nothing expires.
    later: Known<u32, u32>,
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
    /// The store of a number.
    pub(super) fn stored(&self, number: u32) -> &World {
        self.stores.get(number)
    }

    /// The reply of a number.
    pub(super) fn replied(&self, number: u32) -> &Reply {
        self.replies.get(number)
    }

    /// What can happen to a grab at this node.
    pub fn kind(&self, node: u32) -> Kind {
        self.kinds[node as usize]
    }

    /// Whether every grab of a state has ended.
    pub fn is_end(&self, state: &State) -> bool {
        state[1..].iter().all(|node| matches!(self.kind(*node), Kind::Over | Kind::Won))
    }

    /// The state after an act, if that is known. The act must be possible.
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
        (to[0], to[at]) = known.get((state[0], state[at], grab as u8))?;
        if matches!(act, Act::Refund(_)) {
            for node in to[1..].iter_mut().filter(|node| self.is_refusal(**node)) {
                *node = self.refused_before.get((*node, grab as u8))?;
            }
        }
        Some(())
    }

    /// Whether a grab at this node was told that nothing is left.
    pub(super) fn is_refusal(&self, node: u32) -> bool {
        matches!(
            self.nodes[node as usize].at,
            At::Ended(Outcome::SoldOut, _) | At::RefusedBefore(_)
        )
    }

    /// That a refusal came before a grab gave these shares back: they could not have served it.
    pub(super) fn learn_refusal(&mut self, node: u32, grab: u8, quantity: u32) {
        let Node { root, depth, ref at, .. } = self.nodes[node as usize];
        let before = match at {
            At::RefusedBefore(shares) => *shares,
            _ => 0,
        };
        let at = At::RefusedBefore(before + quantity);
        let after = self.add(Node { root, before: None, depth, at });
        self.refused_before.learn((node, grab), after);
    }

    pub(super) fn learn(&mut self, state: &State, act: Act, after: (u32, u32)) {
        self.bytes += ENTRY;
        self.work += self.sizes[state[0] as usize] as u64;
        match act {
            Act::Time => self.later.learn(state[0], after.0),
            Act::Turn(grab) => {
                self.turns.learn((state[0], state[grab as usize + 1], grab as u8), after);
            }
            Act::Die(grab) | Act::Refund(grab) => {
                self.faults.learn((state[0], state[grab as usize + 1], grab as u8), after);
            }
        }
    }

    /// About how much memory all of this takes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes of stores that were worked on to find all this out.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The number of a store.
    pub(super) fn store(&mut self, model: World) -> u32 {
        let (number, is_new) = self.stores.number(model);
        if is_new {
            let bytes = self.stores.get(number).bytes();
            self.sizes.push(bytes);
            self.bytes += bytes;
        }
        number
    }

    /// The number of a reply.
    pub(super) fn reply(&mut self, reply: Reply) -> u32 {
        let (number, is_new) = self.replies.number(reply);
        if is_new {
            self.bytes += size(self.replies.get(number));
        }
        number
    }

    /// Adds a node. All that have ended alike are one: nothing that comes depends on how they came
    /// there.
    pub(super) fn add(&mut self, node: Node) -> u32 {
        let is_end = !matches!(node.at, At::Waits(_));
        let alike = |end: &&u32| self.nodes[**end as usize].at == node.at;
        if let Some(end) = self.ends.iter().find(alike).filter(|_| is_end) {
            return *end;
        }
        if is_end {
            self.ends.push(self.nodes.len() as u32);
        }
        self.kinds.push(match (&node.at, node.depth) {
            (At::Waits(_), 0) => Kind::Fresh,
            (At::Waits(_), _) => Kind::Waits,
            (At::Ended(Outcome::Won, _), _) => Kind::Won,
            _ => Kind::Over,
        });
        self.bytes += NODE;
        if let At::Waits(command) = &node.at {
            self.bytes += command.0.iter().map(|word| ENTRY + word.len()).sum::<usize>();
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// The replies that led to a node, first to last.
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
