//! The columns of the CSV file, with what each holds.

/// A column of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsvColumn {
    /// Its name in the head of the file.
    pub name: &'static str,
    /// What it holds.
    pub about: Remark,
}

/// A remark in each of the two languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// In English.
    pub en: &'static str,
    /// In Chinese.
    pub zh: &'static str,
}

/// The columns in their order. Their names are a promise to those who read the file.
pub const COLUMNS: &[CsvColumn] = &[
    column("strategy", "the program that grabs", "抢红包的写法"),
    column(
        "venue",
        "where its lines run: client or server",
        "命令在哪里执行：client（逐条发送）或 server（整段执行）",
    ),
    column("concurrency", "grabs in flight at once", "同时在途的抢红包请求数"),
    column(
        "status",
        "held, broken, unfinished, or not run",
        "held（成立）、broken（被打破）、unfinished（没跑完）或 not run（没跑）",
    ),
    column(
        "broken",
        "properties that were broken, with spaces between",
        "被打破的性质，以空格分隔",
    ),
    column(
        "reason",
        "why there was no race, or why it did not come to its end",
        "没跑或没跑完的原因（英文）",
    ),
    column(
        "runs",
        "races that the row stands for; of several, the one whose rate is in the middle",
        "这一行代表几场比赛；多场时取速度居中的一场",
    ),
    column("shares", "shares in the packet", "红包的份数"),
    column("grabs", "grabs of the race", "这场一共抢多少次"),
    column("won", "grabs that won", "抢到的次数"),
    column("shares_won", "shares that they were given", "抢到的份数"),
    column("oversold", "shares won beyond those that existed", "超出红包份数发掉的份数"),
    column("undersold", "shares left that somebody was refused", "有人没抢到、却剩下的份数"),
    column(
        "counter_final",
        "the strategy's counter at the end; empty if it keeps none",
        "结束时的库存计数；不维护计数的写法留空",
    ),
    column("commands", "round trips to Redis", "与 Redis 往返的次数"),
    column(
        "commands_per_grab",
        "the same, for each grab that ended",
        "平均每次抢往返几次，只算已结束的",
    ),
    column(
        "elapsed_ms",
        "from the first grab's start to the last one's end",
        "从第一次抢开始到最后一次抢结束",
    ),
    column("grabs_per_second", "grabs that ended, a second", "每秒结束的抢红包次数"),
    column("ratio", "that, divided by the same of the base", "上一列除以基准行的同一列"),
    column(
        "base",
        "the row that ratios are measured by, among those with as many in flight",
        "比值的基准行，与本行在途数相同",
    ),
    column("won_p50_us", "median wait of the winners, in µs", "抢到的人里，一半等待不超过这么久"),
    column(
        "won_p99_us",
        "99th percentile of it; empty below 1,000 samples",
        "抢到的人里，100 人中 99 人等待不超过这么久；样本不到 1,000 时留空",
    ),
    column("refused_p50_us", "the same for those who did not win", "没抢到的人的同一数值"),
    column("refused_p99_us", "the same for those who did not win", "没抢到的人的同一数值"),
    column("retries", "tries beyond the first", "第一次之后又试的次数"),
    column("failed", "grabs whose script failed", "脚本出错的次数"),
    column("lost", "grabs without an answer", "没有收到答复的次数"),
    column("gave_up", "grabs whose tries were used up", "试满次数后放弃的次数"),
    column("seed", "all that varies came from it", "随机种子，一切变化都由它决定"),
    column("redis", "the Redis that it ran on", "所用的 Redis"),
];

const fn column(name: &'static str, en: &'static str, zh: &'static str) -> CsvColumn {
    CsvColumn { name, about: Remark { en, zh } }
}
