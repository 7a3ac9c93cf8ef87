//! A Lua file: its header, read by machine, and its run, one command at a time.
