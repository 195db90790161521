import type { subscriptions as source } from "../en/subscriptions.ts"
import type { Translation } from "../message.ts"

export const subscriptions: Translation<typeof source> = {
  "subscriptions.unfit.msf.low": "月费至少为 1.00。",
  "subscriptions.unfit.msf.high": "月费最多为 10,000.00。",
  "subscriptions.unfit.asset": "目前无法用此资产支付订阅。",
  "subscriptions.unfit.currency": "请选择以美元或欧元计费。",
  "subscriptions.unfit.weight": "权重须为 1 到 1,000 的整数。",
  "subscriptions.unfit.creators.none": "请先至少添加一位创作者。",
  "subscriptions.unfit.creators.many": "一项订阅最多可包含 100 位创作者。",
  "subscriptions.unfit.creators.oneself": "不能订阅自己的频道。",
  "subscriptions.unfit.share.small": "每位创作者每月至少应得 1.00。请提高月费，或移除一位创作者。",
  "subscriptions.noRule": "您没有这项订阅。",
  "subscriptions.tooManyRules": "最多可以有 10 项订阅。",
  "subscriptions.notSubscribable": "此频道不接受订阅。",
  "subscriptions.noPrice": "此资产目前没有最新汇率，因此没有扣款。请几分钟后再试。",
  "subscriptions.noRefund.nothingPaid": "目前没有已付费的周期。",
  "subscriptions.noRefund.tooSoon": "您最近已获得退款，下一次退款最早可在 {time}（UTC）。您仍可在周期结束时取消。",
}
