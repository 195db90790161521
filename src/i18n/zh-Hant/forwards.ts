import type { forwards as source } from "../en/forwards.ts"
import type { Translation } from "../message.ts"

export const forwards: Translation<typeof source> = {
  "subscriptions.forward.title": "轉分收入",
  "subscriptions.forward.text":
    "將訂閱收入的一部分轉給他人，例如共同作者或你所用工具的製作者。每個發薪日，他們與你同時收款。轉出的部分不會再次轉分。",
  "subscriptions.forward.to": "收款人的代碼",
  "subscriptions.forward.part": "百分比",
  "subscriptions.forward.part.hint": "合計最多 {max}，最多轉給 5 人。",
  "subscriptions.forward.act": "轉分",
  "subscriptions.forward.end": "結束",
  "subscriptions.forward.end.of": "停止轉分給 {name}",
  "subscriptions.forward.incoming": "轉分給你的人",
  "subscriptions.forward.incoming.of": "{name} 將其訂閱收入的 {part} 轉給你。",
  "subscriptions.forward.incoming.count": { other: "{count} 位創作者向你轉分收入" },
  "subscriptions.forward.passed": "轉分給 {name}：{amount}",
  "subscriptions.forward.got": "來自 {name} 的轉分：{amount}",
  "subscriptions.forward.entry": "轉分給 {name}",
  "subscriptions.forward.entry.by": "由 {name} 轉分",
  "subscriptions.forward.entry.someone": "由創作者轉分",
  "subscriptions.forward.gone": "前成員",
  "subscriptions.rehearsal.passedOn": "已轉分 {amount}",
  "subscriptions.rehearsal.received": "轉分給你 {amount}",
  "subscriptions.forward.refused.oneself": "不能將收入轉分給自己。",
  "subscriptions.forward.refused.loop": "此人已在向你轉分收入，雙方不能互相轉分。",
  "subscriptions.forward.refused.part": "請輸入 0.1 到 50 之間的百分比。",
  "subscriptions.forward.refused.many": "最多可將收入轉分給 5 人。",
  "subscriptions.forward.refused.sum": "合計最多可轉分 50%。",
  "messages.notice.forwardSet.title": "{name} 開始向你轉分收入",
  "messages.notice.forwardSet.text": "從現在起，每個發薪日你將獲得其訂閱收入的 {perMille}。",
  "messages.notice.forwardEnded.title": "{name} 不再向你轉分收入",
  "messages.notice.forwardEnded.text": "此前已支付的款項仍歸你所有。",
}
