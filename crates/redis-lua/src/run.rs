//! Runs, and the slots of a VM that they lie in.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use redis_model::Reply;

/// Bytes of replies that a run keeps, in case it has to begin again.
const RECORDED_BYTES_MAX: usize = 8 << 20;

/// One run of a program, which waits for a reply or has ended. Dropping it ends it.
pub struct Run {
    pub(super) slot: usize,
    pub(super) instructions_left: u64,
    pub(super) is_over: bool,
    pub(super) slots: Rc<Slots>,
    /// It could not wait at its call, and begins again with the reply.
    pub(super) begins_again: bool,
    pub(super) record: Record,
    /// The time that it waits before its call, in µs.
    pub(super) wait_us: u64,
}

/// The replies that a run has had: what it did follows from them alone.
#[derive(Default)]
pub struct Record {
    replies: Vec<Reply>,
    bytes: usize,
}

impl Record {
    pub fn push(&mut self, reply: &Reply) {
        self.bytes = self.bytes.saturating_add(size(reply));
        match self.bytes > RECORDED_BYTES_MAX {
            true => self.replies = Vec::new(),
            false => self.replies.push(reply.clone()),
        }
    }

    /// Returns all replies; `None` if they were too many to keep.
    pub fn replies(&self) -> Option<&[Reply]> {
        (self.bytes <= RECORDED_BYTES_MAX).then_some(&self.replies)
    }
}

fn size(reply: &Reply) -> usize {
    const REPLY_BYTES: usize = size_of::<Reply>();
    REPLY_BYTES
        + match reply {
            Reply::Nil | Reply::Int(_) => 0,
            Reply::Bulk(bytes) => bytes.len(),
            Reply::Status(text) | Reply::Error(text) => text.len(),
            Reply::Array(replies) => replies.iter().map(size).sum(),
        }
}

/// The places where a VM keeps its runs. A free one still holds what was last in it, until the next run takes
/// its place: so a VM holds no more than the most runs that ever lived at once, and need not know when one
/// is dropped.
#[derive(Default)]
pub struct Slots {
    count: Cell<usize>,
    free: RefCell<Vec<usize>>,
}

impl Run {
    /// Returns how long the run waits before it sends the call that it is at, in µs.
    pub fn wait_us(&self) -> u64 {
        self.wait_us
    }

    /// Ends it: its slot is free.
    pub(super) fn end(&mut self) {
        if !self.is_over {
            self.is_over = true;
            self.slots.free.borrow_mut().push(self.slot);
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.end();
    }
}

impl Slots {
    /// Takes a free slot, or one more.
    pub fn take(&self) -> usize {
        self.free.borrow_mut().pop().unwrap_or_else(|| self.count.replace(self.count.get() + 1))
    }

    /// Returns the number of slots, free or not.
    pub fn count(&self) -> usize {
        self.count.get()
    }

    /// Returns true if no run is waiting.
    pub fn all_free(&self) -> bool {
        self.free.borrow().len() == self.count()
    }
}
