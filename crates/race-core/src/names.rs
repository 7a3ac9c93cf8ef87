//! A macro for enums whose variants each have one lower-case name.

/// Declares an enum with `ALL`, `name`, `from_name` and `Display`; the name is also what serde
/// derives with `rename_all = "snake_case"`, which a test below holds true.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$about:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$about])* $variant,)+ }

        impl $name {
            /// Every variant, in the order in which it is listed to people.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// Returns the name that is used in files, on the wire and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }

            /// Returns the variant of exactly this name.
            pub fn from_name(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|each| each.name() == name)
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::trace::{Outcome, Property, Standing, Venue, Verb};

    #[test]
    fn a_name_is_what_serde_writes() {
        macro_rules! check {
            ($($kind:ident)+) => {
                $(for each in $kind::ALL {
                    let json = serde_json::to_string(each).unwrap();
                    assert_eq!(json, format!("\"{}\"", each.name()));
                    assert_eq!($kind::from_name(each.name()), Some(*each));
                })+
            };
        }
        check!(Venue Outcome Verb Property Standing);
    }
}
