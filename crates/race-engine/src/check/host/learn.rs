//! What one act makes of a state, found out by doing it.

use super::{COMMANDS_MAX, Host};
use crate::check::graph::{After, Graph, Node, Phase, State};
use crate::check::names;
use race_core::schedule::Act;
use redis_model::Reply;

/// A reply, the node that had it, and the node behind it.
#[derive(Clone, Copy)]
struct Edge {
    node: u32,
    reply: u32,
    next: u32,
}

impl Host {
    /// Finds out what an act makes of a state, for the graph to know.
    pub fn learn(&mut self, graph: &mut Graph, state: &State, act: Act) {
        let after = match act {
            Act::Time => {
                let mut store = graph.stored(state[0]).clone();
                store.redis.expire_next();
                After { store: graph.store(store), node: 0 }
            }
            Act::Turn(grab) => self.turn(graph, state, grab),
            Act::Die(grab) => {
                let before = &graph.nodes[state[grab as usize + 1] as usize];
                let node = graph.add(Node { phase: Phase::Died, before: None, ..*before });
                let mut store = graph.stored(state[0]).clone();
                store.disconnect(grab);
                After { store: graph.store(store), node }
            }
            Act::Refund(grab) => self.refund(graph, state, grab),
        };
        graph.learn(state, act, after);
    }

    fn turn(&mut self, graph: &mut Graph, state: &State, grab: u32) -> After {
        let (node, grab) = (state[grab as usize + 1], grab as u8);
        let Phase::Waits(command) = &graph.nodes[node as usize].phase else {
            unreachable!("only a grab that waits has a turn");
        };
        let command = self.named(command, grab);
        let mut store = graph.stored(state[0]).clone();
        let reply = self.ask(&mut store, grab, &command);
        let reply = graph.reply(self.unnamed_reply(&reply, grab));
        let next = match graph.edges.get((node, reply)) {
            Some(next) => next,
            None => self.grow(graph, node, reply),
        };
        self.compare(graph, Edge { node, reply, next }, grab);
        if !matches!(graph.nodes[next as usize].phase, Phase::Waits(_)) {
            store.disconnect(u32::from(grab));
        }
        After { store: graph.store(store), node: next }
    }

    /// Returns a reply as it is shared by alike grabs, and notes if one of them is not alike.
    fn unnamed_reply(&mut self, reply: &Reply, grab: u8) -> Reply {
        if !self.shared {
            return reply.clone();
        }
        let (racer, unlike) = (self.racer(grab), &mut self.unlike);
        texts(reply, &mut |text| {
            let unnamed = names::unnamed_by(text, racer, grab);
            if unnamed.names_others {
                *unlike = Some("it reads the names of other racers");
            }
            unnamed.text
        })
    }

    /// Returns the node behind a reply, to which the program itself walks.
    fn grow(&mut self, graph: &mut Graph, node: u32, reply: u32) -> u32 {
        let Node { root, depth, .. } = graph.nodes[node as usize];
        let phase = if depth + 1 == COMMANDS_MAX {
            self.never_ended()
        } else {
            let history = graph.history(node).into_iter().chain([reply]);
            let replies: Vec<_> = history.map(|at| graph.replied(at).clone()).collect();
            let argv = self.roots[root as usize].clone();
            self.walk(&argv, &replies)
        };
        let next = graph.add(Node { root, before: Some((node, reply)), depth: depth + 1, phase });
        graph.edges.insert((node, reply), next);
        next
    }

    /// Holds what comes behind a reply against what this very grab would do there: a program that
    /// looks into its racer's name might do something else.
    fn compare(&mut self, graph: &Graph, edge: Edge, grab: u8) {
        let Edge { node, reply, next } = edge;
        if !self.shared || self.compared.get((node, reply, grab)).is_some() {
            return;
        }
        self.compared.insert((node, reply, grab), ());
        let Node { root, depth, .. } = graph.nodes[node as usize];
        let root = &self.roots[root as usize];
        let argv: Vec<_> = root.iter().map(|word| self.named_text(word, grab)).collect();
        if argv == *root || depth + 1 == COMMANDS_MAX {
            return;
        }
        let history = graph.history(node).into_iter().chain([reply]);
        let named = |at| texts(graph.replied(at), &mut |text| self.named_text(text, grab));
        let replies: Vec<_> = history.map(named).collect();
        let phase = match self.walk(&argv, &replies) {
            Phase::Waits(command) => Phase::Waits(self.unnamed(&command, grab)),
            end => end,
        };
        if phase != graph.nodes[next as usize].phase {
            self.unlike = Some("the program looks into its racer's name");
        }
    }

    fn refund(&mut self, graph: &mut Graph, state: &State, grab: u32) -> After {
        let before = &graph.nodes[state[grab as usize + 1] as usize];
        let Phase::Ended(_, share) = before.phase else {
            unreachable!("only a grab that won gives back");
        };
        let node = graph.add(Node { phase: Phase::GaveBack(share), before: None, ..*before });
        let mut store = graph.stored(state[0]).clone();
        let racer = self.racer_name(self.racer(grab as u8));
        for command in self.keyspace().refund(grab, &racer, share.unwrap_or(0)) {
            if let Err(gap) = store.call(&command) {
                self.gap.get_or_insert(gap);
            }
        }
        let refusals = state[1..].iter().filter(|node| graph.is_refusal(**node));
        for refusal in refusals.copied().collect::<Vec<_>>() {
            graph.learn_refusal(refusal, grab as u8, self.config.quantity(grab));
        }
        After { store: graph.store(store), node }
    }
}

/// Returns a reply with its texts changed.
fn texts(reply: &Reply, change: &mut dyn FnMut(&[u8]) -> Vec<u8>) -> Reply {
    match reply {
        Reply::Bulk(text) => Reply::Bulk(change(text)),
        Reply::Array(all) => Reply::Array(all.iter().map(|each| texts(each, change)).collect()),
        other => other.clone(),
    }
}
