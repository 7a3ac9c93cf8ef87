//! The one file that names the Lua VM, so that it can be changed for another: its types, under names
//! of our own where they have one.

pub use omnilua::{
    Error, Function, HostHooks, Lua, LuaVersion, Sandbox, SandboxConfig, Table, TripReason, Value,
    Variadic,
};
