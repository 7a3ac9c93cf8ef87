//! What may go wrong besides the order.

/// What may go wrong besides the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// A grab stops for ever between two of its commands.
    pub die: bool,
    /// A key expires.
    pub time: bool,
    /// A win is given back.
    pub refund: bool,
}

impl Faults {
    /// Returns the faults of these names; others are passed over.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Faults {
        let mut faults = Faults::default();
        for name in names {
            match name {
                "die" => faults.die = true,
                "time" => faults.time = true,
                "refund" => faults.refund = true,
                _ => {}
            }
        }
        faults
    }

    /// Returns their names.
    pub fn names(self) -> Vec<&'static str> {
        let all = [("die", self.die), ("time", self.time), ("refund", self.refund)];
        all.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect()
    }
}
