import type { pledges as source } from "../en/pledges.ts"
import type { Translation } from "../message.ts"

export const pledges: Translation<typeof source> = {
  "subscriptions.pledges.title": "支持意向",
  "subscriptions.pledges.lead": "作者加入后，你希望支持的刊物。",
  "subscriptions.pledges.none": "你还没有表达过支持意向。作者尚未加入的刊物，其页面上有相应链接。",
  "subscriptions.pledge.link": "表达支持意向",
  "subscriptions.pledge.to": "待作者加入后支持 {title}",
  "subscriptions.pledge.text":
    "我们不会替未提出请求的人收款。现在和以后都不会扣款：作者会看到有多少人在等待，加入后由你决定是否订阅。",
  "subscriptions.pledge.weight.hint": "你设想的份额：权重 2 的刊物所得是权重 1 的两倍。",
  "subscriptions.pledge.weight": "权重 {weight}",
  "subscriptions.pledge.act": "表达支持意向",
  "subscriptions.pledge.change": "更改",
  "subscriptions.pledge.withdraw": "撤回",
  "subscriptions.pledge.withdraw.of": "撤回对 {title} 的支持意向",
  "subscriptions.pledge.waiting": { other: "{count} 人在等待" },
  "subscriptions.pledge.waiting.you": { other: "{count} 人在等待支持你。" },
  "subscriptions.pledge.here": "作者已加入",
  "subscriptions.pledge.in": "等待作者加入，不扣款：",
  "subscriptions.pledge.refused.claimed": "此刊物的作者已加入。待其开通频道后，你即可订阅。",
  "subscriptions.pledge.refused.weight": "请输入 1 到 1,000 之间的整数。",
  "subscriptions.pledge.refused.many": "最多可对 100 份刊物表达支持意向。",
  "messages.notice.pledgeArrived.title": "《{title}》的作者已加入",
  "messages.notice.pledgeArrived.text":
    "{name} 现在有了频道。你曾表示愿意支持：如果仍有此意，现在可以订阅。未扣除任何费用。",
}
