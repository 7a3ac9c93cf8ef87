//! Why a field was refused, in Chinese. The English sentence is the `Display` of [`Why`].

use super::{Beside, Unused, Why};
use crate::number::group;
use crate::packet::{PacketError, RefusedTotal};
use crate::schedule::ScheduleError;

impl Why {
    /// Returns the sentence in Chinese. It leaves out the field's name, as the English one does.
    pub fn to_chinese(&self) -> String {
        match self {
            Why::Whole { min, max } => {
                format!("请填 {} 到 {} 之间的整数", group(*min), group(*max))
            }
            Why::Millis { max } => {
                format!("请填 0 到 {} 之间的毫秒数，最多 3 位小数", group(*max))
            }
            Why::Switch => "只能是 true 或 false".to_owned(),
            Why::OneOf { names } => format!("只能是其中之一：{}", names.join("、")),
            Why::WholeList { min, max, len_max } => format!(
                "请填 1 到 {len_max} 个整数，用英文逗号隔开，每个在 {} 到 {} 之间",
                group(*min),
                group(*max)
            ),
            Why::Text { len_max } => format!("请填文字，最多 {len_max} 字节"),
            Why::UnknownField { known } => {
                format!("没有这个设置，现有的是：{}", known.join("、"))
            }
            Why::Twice => "重复填写了".to_owned(),
            Why::RepeatedValue { value } => format!("{value} 重复了"),
            Why::UnknownStrategy { name, known } => {
                format!("没有 {name} 这种写法，只能是其中之一：{}", known.join("、"))
            }
            Why::NoStrategy => "至少选一种写法".to_owned(),
            Why::OfEachStrategy => "请写在每种写法后面，例如 atomic:server".to_owned(),
            Why::OtherVenue { strategy, venues } => {
                format!("{strategy} 只支持：{}", venues.join("、"))
            }
            Why::UnknownKey { strategy, key, known } => {
                format!("{strategy} 要用 {key} 类型的键，但能预热的只有：{}", known.join("、"))
            }
            Why::UnknownArgument { strategy, argument, known } => {
                format!("{strategy} 要用参数 {argument}，但能传入的只有：{}", known.join("、"))
            }
            Why::Unused { strategy, reason } => {
                format!("{strategy} 用不到这一项：{}", unused(*reason))
            }
            Why::UnusedByAll { strategy, reason } => {
                format!("所选的写法都用不到这一项：{strategy} {}", unused(*reason))
            }
            Why::Beside(other) => beside(*other).to_owned(),
            Why::ZeroInLockstep => "齐步时必须是 0：谁什么时候到由轮次决定".to_owned(),
            Why::OwnersOrder => "要按第一次出手的先后给人编号：0、1、2……".to_owned(),
            Why::Schedule(error) => schedule(error),
            Why::UnknownGrab { grab, last } => {
                format!("里面有第 {grab} 号抢次，但这一场只有 0 到 {} 号", group((*last).into()))
            }
            Why::StockNumber => "库存是数据库里的一行，只能是 loaded、absent 或一个整数".to_owned(),
            Why::StockList => "每一份都放在列表里，只能是 loaded 或 absent".to_owned(),
            Why::StockParts { parts } => {
                format!(
                    "库存分成 {parts} 片，只能是 loaded、absent，或用英文逗号隔开的 {parts} 个值"
                )
            }
            Why::RedisConnections { strategy, max } => {
                format!("用 {strategy} 时最多 {max}：每个在途请求要独占一条 Redis 连接")
            }
            Why::SqlConnections { strategy, max } => {
                format!("用 {strategy} 时最多 {max} 个请求同时在途：每个要独占一条数据库连接")
            }
            Why::TooManyGrabs { max, grabs } => {
                format!("人数 × 每人抢几次不能超过 {}，现在是 {}", group(*max), group(*grabs))
            }
            Why::XrayTooLarge { grabs_max } => {
                format!("超过 {} 次抢时不能打开", group(*grabs_max))
            }
            Why::TooSlow { min, grabs, within_s } => format!(
                "太慢了：{} 次抢要在 {within_s} 秒内到齐，每秒至少 {}",
                group((*grabs).into()),
                group((*min).into())
            ),
            Why::Packet(error) => packet(error),
            Why::OfOne { way, why } => format!("{}（{way}）", why.to_chinese()),
        }
    }
}

fn unused(reason: Unused) -> &'static str {
    match reason {
        Unused::OneShare => "每次固定抢 1 份",
        Unused::NoLock => "不加锁",
        Unused::NoRetry => "不重试",
        Unused::OneStock => "库存不分片",
        Unused::NoRedis => "不访问 Redis",
    }
}

fn beside(other: Beside) -> &'static str {
    match other {
        Beside::Quantity => "和“每次要几份”只能填一个",
        Beside::Owners => "已经填了“每次是谁抢”，人数和次数由它决定",
        Beside::Lockstep => "不能和齐步一起用：谁什么时候到由轮次决定",
        Beside::Jitter => "不能和“多少毫秒内到齐”一起用：两者都决定到达时间",
        Beside::Schedule => "不能和“指定次序”一起用：谁先谁后已经由它决定",
    }
}

fn schedule(error: &ScheduleError) -> String {
    match error {
        ScheduleError::Turn { number, text } => {
            format!("要写成用点分开的次序，例如 0.1.x1.t.r0；第 {number} 项是“{text}”")
        }
    }
}

fn packet(error: &PacketError) -> String {
    let range = |refused: &RefusedTotal| {
        let RefusedTotal { total, shares, total_min, total_max } = refused;
        format!(
            "{total} 元分成 {} 份，总额要在 {total_min} 到 {total_max} 元之间",
            group((*shares).into())
        )
    };
    match error {
        PacketError::SharesRange { shares, shares_max } => format!(
            "份数要在 1 到 {} 之间，现在是 {}",
            group((*shares_max).into()),
            group((*shares).into())
        ),
        PacketError::OneFenEach(refused) => format!("每份至少 1 分：{}", range(refused)),
        PacketError::Cap(refused) => format!("超过了单份上限：{}", range(refused)),
        PacketError::LineCutCap(refused) => {
            format!("线段切割时最大的一份可能超过上限：{}", range(refused))
        }
    }
}
