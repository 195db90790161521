import type { subscriptions as source } from "../en/subscriptions.ts"
import type { Translation } from "../message.ts"

export const subscriptions: Translation<typeof source> = {
  "subscriptions.unfit.msf.low": "月費至少為 1.00。",
  "subscriptions.unfit.msf.high": "月費最多為 10,000.00。",
  "subscriptions.unfit.asset": "目前無法用此資產支付訂閱。",
  "subscriptions.unfit.currency": "請選擇以美元或歐元計費。",
  "subscriptions.unfit.weight": "權重須為 1 到 1,000 的整數。",
  "subscriptions.unfit.creators.none": "請先至少加入一位創作者。",
  "subscriptions.unfit.creators.many": "一項訂閱最多可包含 100 位創作者。",
  "subscriptions.unfit.creators.oneself": "不能訂閱自己的頻道。",
  "subscriptions.unfit.share.small": "每位創作者每月至少應得 1.00。請提高月費，或移除一位創作者。",
  "subscriptions.noRule": "您沒有這項訂閱。",
  "subscriptions.tooManyRules": "最多可以有 10 項訂閱。",
  "subscriptions.notSubscribable": "此頻道不接受訂閱。",
  "subscriptions.noPrice": "此資產目前沒有最新匯率，因此沒有扣款。請幾分鐘後再試。",
  "subscriptions.noRefund.nothingPaid": "目前沒有已付費的週期。",
  "subscriptions.noRefund.tooSoon": "您最近已獲得退款，下一次退款最早可在 {time}（UTC）。您仍可在週期結束時取消。",
}
