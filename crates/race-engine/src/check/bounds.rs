//! How far a search may go.

/// How far a search may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Distinct states.
    pub states_max: usize,
    /// Bytes that all that is known may take together.
    pub bytes_max: usize,
    /// Instructions of the VM, and as many for each 16 bytes of a store that is worked on: a few huge
    /// texts take as long as many states.
    pub work_max: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { states_max: 2_000_000, bytes_max: 64 << 20, work_max: 150_000_000 }
    }
}
