import type { pledges as source } from "../en/pledges.ts"
import type { Translation } from "../message.ts"

export const pledges: Translation<typeof source> = {
  "subscriptions.pledges.title": "支持意向",
  "subscriptions.pledges.lead": "作者加入後，你希望支持的刊物。",
  "subscriptions.pledges.none": "你還沒有表達過支持意向。作者尚未加入的刊物，其頁面上有相應連結。",
  "subscriptions.pledge.link": "表達支持意向",
  "subscriptions.pledge.to": "待作者加入後支持 {title}",
  "subscriptions.pledge.text":
    "我們不會替未提出請求的人收款。現在和以後都不會扣款：作者會看到有多少人在等待，加入後由你決定是否訂閱。",
  "subscriptions.pledge.weight.hint": "你設想的份額：權重 2 的刊物所得是權重 1 的兩倍。",
  "subscriptions.pledge.weight": "權重 {weight}",
  "subscriptions.pledge.act": "表達支持意向",
  "subscriptions.pledge.change": "變更",
  "subscriptions.pledge.withdraw": "撤回",
  "subscriptions.pledge.withdraw.of": "撤回對 {title} 的支持意向",
  "subscriptions.pledge.waiting": { other: "{count} 人在等待" },
  "subscriptions.pledge.waiting.you": { other: "{count} 人在等待支持你。" },
  "subscriptions.pledge.here": "作者已加入",
  "subscriptions.pledge.in": "等待作者加入，不扣款：",
  "subscriptions.pledge.refused.claimed": "此刊物的作者已加入。待其開通頻道後，你即可訂閱。",
  "subscriptions.pledge.refused.weight": "請輸入 1 到 1,000 之間的整數。",
  "subscriptions.pledge.refused.many": "最多可對 100 份刊物表達支持意向。",
  "messages.notice.pledgeArrived.title": "《{title}》的作者已加入",
  "messages.notice.pledgeArrived.text":
    "{name} 現在有了頻道。你曾表示願意支持：如果仍有此意，現在可以訂閱。未扣除任何費用。",
}
