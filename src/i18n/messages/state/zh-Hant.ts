import type { Translation } from "../../message.ts"
import type { state as source } from "./en.ts"

export const state: Translation<typeof source> = {
  "state.empty": "沒有資料",
  "state.failed": "系統忙碌中，請稍後再試",
  "state.retry": "再試一次",
  "state.feedUnavailable": "訂閱來源的內容暫時無法顯示，可能是網路問題。",
  "state.linkUnavailable": "很抱歉，這個連結無法使用，可能是法律因素。",
  "state.brokenLink": "抱歉，連結已失效",
  "state.more": "展開",
  "state.less": "收合",
  "state.reference": "回報問題時請附上編號：{id}",
  "state.home": "回到首頁",
}
