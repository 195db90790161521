import type { forwards as source } from "../en/forwards.ts"
import type { Translation } from "../message.ts"

export const forwards: Translation<typeof source> = {
  "subscriptions.forward.title": "转分收入",
  "subscriptions.forward.text":
    "将订阅收入的一部分转给他人，例如合著者或你所用工具的制作者。每个发薪日，他们与你同时收款。转出的部分不会再次转分。",
  "subscriptions.forward.to": "收款人的代码",
  "subscriptions.forward.part": "百分比",
  "subscriptions.forward.part.hint": "合计最多 {max}，最多转给 5 人。",
  "subscriptions.forward.act": "转分",
  "subscriptions.forward.end": "结束",
  "subscriptions.forward.end.of": "停止转分给 {name}",
  "subscriptions.forward.incoming": "转分给你的人",
  "subscriptions.forward.incoming.of": "{name} 将其订阅收入的 {part} 转给你。",
  "subscriptions.forward.incoming.count": { other: "{count} 位创作者向你转分收入" },
  "subscriptions.forward.passed": "转分给 {name}：{amount}",
  "subscriptions.forward.got": "来自 {name} 的转分：{amount}",
  "subscriptions.forward.entry": "转分给 {name}",
  "subscriptions.forward.entry.by": "由 {name} 转分",
  "subscriptions.forward.entry.someone": "由创作者转分",
  "subscriptions.forward.gone": "前成员",
  "subscriptions.rehearsal.passedOn": "已转分 {amount}",
  "subscriptions.rehearsal.received": "转分给你 {amount}",
  "subscriptions.forward.refused.oneself": "不能将收入转分给自己。",
  "subscriptions.forward.refused.loop": "此人已在向你转分收入，双方不能互相转分。",
  "subscriptions.forward.refused.part": "请输入 0.1 到 50 之间的百分比。",
  "subscriptions.forward.refused.many": "最多可将收入转分给 5 人。",
  "subscriptions.forward.refused.sum": "合计最多可转分 50%。",
  "messages.notice.forwardSet.title": "{name} 开始向你转分收入",
  "messages.notice.forwardSet.text": "从现在起，每个发薪日你将获得其订阅收入的 {perMille}。",
  "messages.notice.forwardEnded.title": "{name} 不再向你转分收入",
  "messages.notice.forwardEnded.text": "此前已支付的款项仍归你所有。",
}
