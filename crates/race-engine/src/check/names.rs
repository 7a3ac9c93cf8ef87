//! Names of racers and grabs inside a check: texts that nothing else looks like, so that they can be
//! found and changed wherever a store holds them.
//!
//! They are digits, as a live race's are, for a program that counts with them.

/// Every name has this length, and begins with one of these: a racer's, a grab's.
const LEN: usize = 10;
const RACER: &[u8] = b"73100000";
const GRAB: &[u8] = b"73200000"; // the same first digit
/// Stands for the racer or the grab whose history it is.
const SELF: u8 = 99;
/// Stands for any other.
const OTHER: u8 = 98;

/// Whose a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// A racer's.
    Racer(u8),
    /// A grab's.
    Grab(u8),
}

/// Returns a racer's name.
pub fn racer(number: u8) -> String {
    text(Name::Racer(number))
}

/// Returns a grab's name.
pub fn grab(number: u8) -> String {
    text(Name::Grab(number))
}

/// Returns the racer of this name.
pub fn racer_of(name: &[u8]) -> Option<u32> {
    match (name.len(), read(name)?) {
        (LEN, Name::Racer(number)) => Some(u32::from(number)),
        _ => None,
    }
}

fn text(name: Name) -> String {
    let (prefix, number) = match name {
        Name::Racer(number) => (RACER, number),
        Name::Grab(number) => (GRAB, number),
    };
    format!("{}{number:02}", std::str::from_utf8(prefix).expect("digits"))
}

/// Returns the name that a text begins with.
fn read(text: &[u8]) -> Option<Name> {
    let (prefix, digits) = text.get(..LEN)?.split_at(RACER.len());
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    match prefix {
        RACER => Some(Name::Racer(number)),
        GRAB => Some(Name::Grab(number)),
        _ => None,
    }
}

/// Returns a text with every name in it changed.
pub fn renamed(bytes: &[u8], change: &mut dyn FnMut(Name) -> Name) -> Vec<u8> {
    let mut new = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    // Most texts hold no name, and some are huge.
    while let Some(at) = rest.iter().position(|byte| *byte == RACER[0]) {
        let (before, from) = rest.split_at(at);
        new.extend_from_slice(before);
        let known = read(from);
        match known {
            Some(name) => new.extend(text(change(name)).into_bytes()),
            None => new.push(from[0]),
        }
        rest = &from[if known.is_some() { LEN } else { 1 }..];
    }
    new.extend_from_slice(rest);
    new
}

/// A text in which the names of one grab and its racer are replaced by what stands for itself.
pub struct Unnamed {
    /// The text.
    pub text: Vec<u8>,
    /// True if it holds the name of another.
    pub names_others: bool,
}

/// Returns a text as this grab sees it, with the same text for every grab that is alike.
pub fn unnamed_by(bytes: &[u8], racer: u8, grab: u8) -> Unnamed {
    let mut names_others = false;
    let text = renamed(bytes, &mut |name| match name {
        Name::Racer(number) if number == racer => Name::Racer(SELF),
        Name::Grab(number) if number == grab => Name::Grab(SELF),
        Name::Racer(SELF) | Name::Grab(SELF) => name,
        _ => {
            names_others = true;
            name
        }
    });
    Unnamed { text, names_others }
}

/// Returns the text that this grab sees so: what stands for itself is its own name again.
pub fn named_by(bytes: &[u8], racer: u8, grab: u8) -> Vec<u8> {
    renamed(bytes, &mut |name| match name {
        Name::Racer(SELF) => Name::Racer(racer),
        Name::Grab(SELF) => Name::Grab(grab),
        other => other,
    })
}

/// Returns a text that only distinguishes this racer from all others; its grabs are numbered from 0.
pub fn sketched(bytes: &[u8], racer: u8, grabs: &[u8]) -> Vec<u8> {
    renamed(bytes, &mut |name| match name {
        Name::Racer(number) => Name::Racer(if number == racer { SELF } else { OTHER }),
        Name::Grab(number) => {
            let own = grabs.iter().position(|grab| *grab == number);
            Name::Grab(own.map_or(OTHER, |at| at as u8))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_changed_wherever_they_stand() {
        let text = format!("users:{}:{}7", racer(3), grab(12));
        let swapped = renamed(text.as_bytes(), &mut |name| match name {
            Name::Racer(3) => Name::Racer(4),
            other => other,
        });
        assert_eq!(swapped, format!("users:{}:{}7", racer(4), grab(12)).into_bytes());
        assert_eq!(racer_of(racer(7).as_bytes()), Some(7));
        assert_eq!(racer_of(b"7310000"), None);
    }

    #[test]
    fn what_stands_for_a_grab_becomes_its_name_again() {
        let text = format!("{} {}", racer(3), grab(5)).into_bytes();
        let unnamed = unnamed_by(&text, 3, 5);
        assert!(!unnamed.names_others && unnamed.text != text);
        assert_eq!(named_by(&unnamed.text, 3, 5), text);
        assert!(unnamed_by(&text, 3, 6).names_others, "it names another's grab");
    }
}
