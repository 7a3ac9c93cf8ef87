//! The page `/compare` in English and in Chinese. What the results themselves say is in core, where the
//! report is made too.

use race_report::Words;
use race_report::words::{self, fill};

use crate::pages::guide::compare::choice::{Group, Preset};

/// All texts of one language; those with braces are templates.
#[derive(Debug)]
#[allow(missing_docs, reason = "the English text of the same name says it")]
pub struct CompareWords {
    /// What the results say.
    pub results: &'static Words,
    pub about: &'static str,
    pub ways: &'static str,
    pub presets: &'static str,
    pub preset: fn(Preset) -> &'static str,
    pub none: &'static str,
    pub group: fn(Group) -> &'static str,
    pub workload: &'static str,
    pub more: &'static str,
    pub levels: &'static str,
    pub start: &'static str,
    pub stop: &'static str,
    pub ready: &'static str,
    pub choose_some: &'static str,
    pub mend_fields: &'static str,
    pub warming_up: &'static str,
    pub racing: &'static str,
    pub busy: &'static str,
    pub stopping: &'static str,
    pub unreachable: &'static str,
    pub refused: &'static str,
    pub save: &'static str,
    pub save_html: &'static str,
}

impl CompareWords {
    /// Returns how many races there will be.
    pub fn ready(&self, races: usize) -> String {
        fill(self.ready, &[("n", &races.to_string())])
    }

    /// Returns which race of how many is running.
    pub fn racing(&self, at: usize, of: usize, way: &str, percent: u64) -> String {
        let (at, of, percent) = (at.to_string(), of.to_string(), percent.to_string());
        fill(self.racing, &[("at", &at), ("of", &of), ("way", way), ("percent", &percent)])
    }
}

/// English.
pub static EN: CompareWords = CompareWords {
    results: &words::EN,
    about: "The same workload, one strategy after the other on the same Redis, told side by side. A small race that is not counted comes first, so that the first row does not pay for the start.",
    ways: "Strategies",
    presets: "Choose",
    preset: |preset| match preset {
        Preset::Shipped => "what teams ship",
        Preset::Counters => "the counters",
        Preset::Locks => "the locks",
        Preset::OnePiece => "one piece",
        Preset::Exact => "all that is exact",
    },
    none: "none",
    group: |group| match group {
        Group::Counters => "A counter",
        Group::Watch => "Try again if too late",
        Group::Locks => "A lock",
        Group::Once => "A counter and who has won",
        Group::Spread => "A list, or several counters",
        Group::Database => "The SQL database",
    },
    workload: "Workload",
    more: "More settings",
    levels: "Several numbers with commas between, such as 100,1000: each is a block of rows.",
    start: "Compare",
    stop: "Stop",
    ready: "{n} races, one after the other.",
    choose_some: "Choose at least one strategy.",
    mend_fields: "A setting is wrong: see beside it.",
    warming_up: "Warming up…",
    racing: "Race {at} of {of}: {way}, {percent} %",
    busy: "Another race is running on this server. This one begins when it has ended.",
    stopping: "Stopping…",
    unreachable: "The server cannot be reached. Is it still running?",
    refused: "The server says: {why}",
    save: "Keep it",
    save_html: "Report (HTML)",
};

/// Chinese.
pub static ZH: CompareWords = CompareWords {
    results: &words::ZH,
    about: "同样的负载，在同一个 Redis 上一种写法接一种写法地跑，结果并排看。先跑一场不计入的小比赛热身，免得第一行吃亏。",
    ways: "写法",
    presets: "快速选择",
    preset: |preset| match preset {
        Preset::Shipped => "实际在用的",
        Preset::Counters => "计数器",
        Preset::Locks => "锁",
        Preset::OnePiece => "整段执行",
        Preset::Exact => "所有正确的",
    },
    none: "全不选",
    group: |group| match group {
        Group::Counters => "一个计数器",
        Group::Watch => "来晚了就重试",
        Group::Locks => "加锁",
        Group::Once => "计数器加领取名单",
        Group::Spread => "列表，或多个计数器",
        Group::Database => "数据库",
    },
    workload: "负载",
    more: "更多设置",
    levels: "可以填几个数，用英文逗号隔开，例如 100,1000：每个数一组结果。",
    start: "开始对比",
    stop: "停止",
    ready: "共 {n} 场，一场接一场。",
    choose_some: "至少选一种写法。",
    mend_fields: "有设置不对，请看它旁边的说明。",
    warming_up: "热身中……",
    racing: "第 {at} 场，共 {of} 场：{way}，{percent}%",
    busy: "这台服务器上正在跑另一场，等它结束就开始。",
    stopping: "正在停下……",
    unreachable: "连不上服务器，它还在运行吗？",
    refused: "服务器说：{why}",
    save: "保存",
    save_html: "报告（HTML）",
};

#[cfg(test)]
mod tests {
    use race_core::trace::{Property, Venue};

    use super::*;
    use crate::words;

    #[test]
    fn the_report_calls_things_what_the_page_calls_them() {
        for &property in Property::ALL {
            assert_eq!((ZH.results.property)(property), words::ZH.property(property));
        }
        for &venue in Venue::ALL {
            assert_eq!((EN.results.venue)(venue), words::EN.venue(venue).to_lowercase());
            assert_eq!((ZH.results.venue)(venue), words::ZH.venue(venue));
        }
    }
}
