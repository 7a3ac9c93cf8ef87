//! What a program may ask for: kinds of keys, names of arguments, needs, names of faults.

named! {
    /// A kind of key: one loader prepares each, one counter reads each.
    pub enum KeyKind {
        /// The shares that are left, as text.
        StockString = "stock:string",
        /// A hash with the fields `total` and `locked`.
        StockHash = "stock:hash",
        /// The shares themselves, one element each.
        PoolList = "pool:list",
        /// The shares that are left, spread over several keys.
        StockShards = "stock:shards",
        /// The shares that are left, as a row of the SQL database.
        StockSql = "stock:sql",
        /// Those who have won.
        UsersSet = "users:set",
        /// Those who have won, and what.
        UsersHash = "users:hash",
        /// Held by the racer who may go on.
        Lock = "lock",
        /// The newest number that a holder of the lock has drawn.
        Fence = "fence",
        /// One entry a win.
        OrdersStream = "orders:stream",
        /// One row a winner, in the SQL database.
        OrdersSql = "orders:sql",
    }
}

named! {
    /// What a program needs from its runner, besides keys and arguments.
    pub enum Need {
        /// A connection of its own to Redis: it leaves something on it between two commands (WATCH, MULTI).
        Connection = "connection",
        /// A transaction of the SQL database, open between two statements, and a connection there with it.
        Transaction = "transaction",
    }
}

/// Everything that a driver knows how to put into ARGV; times, ids and seeds come in only so.
pub const ARGUMENTS: &[&str] =
    &["racer", "quantity", "attempts", "ttl_ms", "token", "id", "shards", "home", "now_ms", "seed"];

/// Everything that a program can be judged under, besides the order of its commands.
pub const FAULTS: &[&str] = &["die", "time", "refund"];
