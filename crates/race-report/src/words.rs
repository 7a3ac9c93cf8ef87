//! What a comparison says, in English and in Chinese.

use race_core::trace::{Property, Venue};

use crate::cells::Column;
use crate::row::{STOPPED, Stand};

/// All texts of one language; those with braces are templates.
#[derive(Debug)]
#[allow(missing_docs, reason = "the English text of the same name says it")]
pub struct Words {
    /// The `lang` of what is written with them.
    pub tag: &'static str,
    pub title: &'static str,
    pub summary: &'static str,
    pub summary_fastest: &'static str,
    pub once: &'static str,
    pub settings: &'static str,
    pub machine: &'static str,
    pub cores: &'static str,
    pub results: &'static str,
    pub verdict: &'static str,
    pub verdict_note: &'static str,
    pub rates: &'static str,
    pub rates_note: &'static str,
    pub latencies: &'static str,
    pub latencies_note: &'static str,
    pub wins: &'static str,
    pub wins_note: &'static str,
    pub at_once: &'static str,
    pub per_second: &'static str,
    pub of_shares: &'static str,
    pub too_many: &'static str,
    pub won: &'static str,
    pub refused: &'static str,
    pub base: &'static str,
    pub bases: &'static str,
    pub percentiles: &'static str,
    pub not_run_at_most: &'static str,
    pub not_run: &'static str,
    pub not_run_stopped: &'static str,
    pub persistent_no: &'static str,
    pub persistent: &'static str,
    pub persistent_unknown: &'static str,
    pub repeat: &'static str,
    pub runs: &'static str,
    pub column: fn(Column) -> &'static str,
    pub property: fn(Property) -> &'static str,
    pub stand: fn(Stand) -> &'static str,
    pub not_judged: &'static str,
    pub venue: fn(Venue) -> &'static str,
    /// Names of the settings; what is not among them is said by its own name.
    pub fields: &'static [(&'static str, &'static str)],
}

impl Words {
    /// The words of a language, by `en` or `zh`.
    pub fn of(name: &str) -> Option<&'static Words> {
        match name {
            "en" => Some(&EN),
            "zh" => Some(&ZH),
            _ => None,
        }
    }

    /// The name of a setting.
    pub fn field<'a>(&self, name: &'a str) -> &'a str {
        self.fields.iter().find(|(field, _)| *field == name).map_or(name, |(_, text)| text)
    }

    /// Why a row has no race: core says it in English, and here what it can be is said in Chinese too.
    pub fn not_run(&self, reason: &str) -> String {
        if reason == STOPPED {
            return self.not_run_stopped.to_owned();
        }
        let most = reason.split("at most ").nth(1).and_then(|rest| rest.split(' ').next());
        match most.filter(|most| most.bytes().all(|byte| byte.is_ascii_digit())) {
            Some(most) if self.tag != EN.tag => fill(self.not_run_at_most, &[("n", most)]),
            _ => fill(self.not_run, &[("why", reason)]),
        }
    }
}

/// A template with its braces filled.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = template.to_owned();
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}

/// English.
pub static EN: Words = Words {
    tag: "en",
    title: "Strategies compared",
    summary: "{held} of {all} held everything that was judged, {broken} broke something.",
    summary_fastest: " The fastest that held: {way}, {rate} grabs a second.",
    once: "This is what these races did, this time and on this machine. A race that went well proves nothing about the next one; race check walks every order.",
    settings: "Settings",
    machine: "Machine",
    cores: "{n} cores",
    results: "Results",
    verdict: "Verdict",
    verdict_note: "✓ held · ✗ broken · – not judged: a race cannot tell, or each grabbed only once.",
    rates: "Grabs a second",
    rates_note: "Hatched: it broke a property, so its speed is worth nothing.",
    latencies: "How long people waited",
    latencies_note: "From half of them (mark) to 99 in 100 (end of the line), on a scale where each line is ten times the one before. Where fewer than 1,000 waited, only half of them is told.",
    wins: "Shares won, against those there were",
    wins_note: "The line is what the packet held. Hatched: handed out, but not there.",
    at_once: "{n} at once",
    per_second: "{n}/s",
    of_shares: "{won} of {shares}",
    too_many: "{n} too many",
    won: "won",
    refused: "refused",
    base: "× is times as fast as {way}.",
    bases: "× is times as fast as the first row with as many at once.",
    percentiles: "Latencies: half took at most so long / 99 in 100 did; – where fewer than 1,000 samples make that one sample's luck.",
    not_run_at_most: "",
    not_run: "not run: {why}",
    not_run_stopped: "not run: it was stopped before its turn",
    persistent_no: "nothing on disk",
    persistent: "append-only file {appendonly} (fsync {appendfsync}), snapshots {save}",
    persistent_unknown: "unknown",
    repeat: "The same again",
    runs: "Each row is the middle one of {n} races by rate; what any of them broke counts as broken.",
    column: |column| match column {
        Column::Strategy => "strategy",
        Column::Venue => "venue",
        Column::AtOnce => "at once",
        Column::Won => "won",
        Column::Oversold => "oversold",
        Column::Undersold => "undersold",
        Column::Counter => "counter",
        Column::Commands => "commands a grab",
        Column::Rate => "grabs/s",
        Column::Ratio => "×",
        Column::LatencyWon => "won p50 / p99",
        Column::LatencyRefused => "refused p50 / p99",
        Column::Retries => "retries",
        Column::Failed => "failed",
        Column::Lost => "lost",
        Column::GaveUp => "gave up",
        Column::Verdict => "verdict",
    },
    property: |property| property.name(),
    stand: |stand| match stand {
        Stand::Waiting => "waiting",
        Stand::Running => "racing",
        Stand::NotRun => "not run",
        Stand::Unfinished => "unfinished",
        Stand::Held => "held",
        Stand::Broken => "broken",
    },
    not_judged: "not judged",
    venue: |venue| match venue {
        Venue::Client => "command by command",
        Venue::Server => "as one script",
    },
    fields: &[("concurrency", "at once"), ("racers", "people"), ("gap_ms", "gap (ms)")],
};

/// Chinese.
pub static ZH: Words = Words {
    tag: "zh-CN",
    title: "写法对比",
    summary: "{all} 种里，{held} 种的判定项全部成立，{broken} 种至少打破一项。",
    summary_fastest: "全部成立的里面最快的是 {way}，每秒 {rate} 次。",
    once: "这是这几场在这台机器上这一次的结果。一次没出错不代表下次也不会；要走遍每一种先后顺序，用 race check。",
    settings: "设置",
    machine: "机器",
    cores: "{n} 核",
    results: "结果",
    verdict: "结论",
    verdict_note: "✓ 成立 · ✗ 被打破 · – 未判定：一场比赛看不出来，或每人只抢了一次。",
    rates: "每秒抢多少次",
    rates_note: "斜纹：打破了某一项，再快也没有意义。",
    latencies: "等了多久",
    latencies_note: "从一半的人（标记）到 100 人里的 99 人（线的末端），每条竖线是前一条的十倍。样本不到 1,000 时只画一半的人。",
    wins: "抢到的份数和本来有的份数",
    wins_note: "竖线是红包里本来的份数。斜纹：发出去了，但背后没有这一份。",
    at_once: "同时 {n}",
    per_second: "每秒 {n} 次",
    of_shares: "{shares} 份抢到 {won}",
    too_many: "多发 {n} 份",
    won: "抢到",
    refused: "没抢到",
    base: "× 是 {way} 的多少倍快。",
    bases: "× 是同样在途数的第一行的多少倍快。",
    percentiles: "等待时间：一半的人不超过前一个数，100 人里 99 人不超过后一个数；样本不到 1,000 时后者只是运气，写作 –。",
    not_run_at_most: "没跑：这种写法每个在途请求各占一条连接，最多同时 {n}",
    not_run: "没跑：{why}",
    not_run_stopped: "没跑：轮到之前就停了",
    persistent_no: "不落盘",
    persistent: "追加日志 {appendonly}（fsync {appendfsync}），快照 {save}",
    persistent_unknown: "未知",
    repeat: "再来一遍",
    runs: "每行取 {n} 场里速度居中的一场；任何一场打破的都算打破。",
    column: |column| match column {
        Column::Strategy => "写法",
        Column::Venue => "怎么执行",
        Column::AtOnce => "同时",
        Column::Won => "抢到",
        Column::Oversold => "超卖",
        Column::Undersold => "少卖",
        Column::Counter => "库存",
        Column::Commands => "每次命令数",
        Column::Rate => "次/秒",
        Column::Ratio => "×",
        Column::LatencyWon => "抢到 p50 / p99",
        Column::LatencyRefused => "没抢到 p50 / p99",
        Column::Retries => "重试",
        Column::Failed => "出错",
        Column::Lost => "结果未知",
        Column::GaveUp => "重试用尽",
        Column::Verdict => "结论",
    },
    property: |property| match property {
        Property::NoOversell => "不超卖",
        Property::NoDuplicate => "一人一份",
        Property::NoNegative => "库存不为负",
        Property::NoPhantom => "每份真实且只发一次",
        Property::NoUndersell => "不少卖",
        Property::Conserved => "账目平",
        Property::Progress => "不会卡死",
        Property::NoFailure => "不出错",
    },
    stand: |stand| match stand {
        Stand::Waiting => "还没轮到",
        Stand::Running => "正在抢",
        Stand::NotRun => "没跑",
        Stand::Unfinished => "没跑完",
        Stand::Held => "成立",
        Stand::Broken => "被打破",
    },
    not_judged: "未判定",
    venue: |venue| match venue {
        Venue::Client => "逐条发送",
        Venue::Server => "整段执行",
    },
    fields: &[
        ("shares", "份数"),
        ("total_fen", "总额（分）"),
        ("split", "拆法"),
        ("quantity", "每次要几份"),
        ("quantities", "每次要几份"),
        ("racers", "人数"),
        ("grabs_per_racer", "每人抢几次"),
        ("owners", "每次抢归谁"),
        ("concurrency", "同时"),
        ("gap_ms", "命令间隔（毫秒）"),
        ("jitter_ms", "到达散开（毫秒）"),
        ("rate", "每秒到达"),
        ("lockstep", "齐步"),
        ("schedule", "执行顺序"),
        ("stock", "起始库存"),
        ("lock_ttl_ms", "锁的有效期（毫秒）"),
        ("attempts", "最多试几次"),
        ("shards", "分片数"),
        ("seed", "种子"),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use race_core::config::FIELDS;

    #[test]
    fn every_setting_has_a_chinese_name() {
        for field in
            FIELDS.iter().filter(|field| !["strategy", "venue", "xray"].contains(&field.name))
        {
            assert_ne!(ZH.field(field.name), field.name);
        }
    }

    #[test]
    fn why_a_row_did_not_run_is_said_in_both_languages() {
        let why = "must be at most 500 for watch_multi: each grab has a connection of its own";
        assert_eq!(EN.not_run(why), format!("not run: {why}"));
        assert_eq!(ZH.not_run(why), "没跑：这种写法每个在途请求各占一条连接，最多同时 500");
        assert_eq!(ZH.not_run("x"), "没跑：x");
    }
}
