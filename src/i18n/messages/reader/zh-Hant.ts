import type { Translation } from "../../message.ts"
import type { reader as source } from "./en.ts"

export const reader: Translation<typeof source> = {
  "reader.full.ask": "在此閱讀全文",
  "reader.full.about": "該訂閱源只提供開頭部分，我們會向 {host} 取得其餘內容。",
  "reader.full.fetching": "正在從 {host} 取得文章……",
  "reader.full.from": "全文，與 {host} 上發布的一致。",
  "reader.refused.robots": "{host} 要求程式不要讀取此頁（robots.txt），我們遵守這項要求。你可以前往該站閱讀。",
  "reader.refused.reserved": "{host} 不希望其頁面在別處顯示，我們遵守這項要求。你可以前往該站閱讀。",
  "reader.refused.paywall": "在 {host} 上，這篇文章僅供付費讀者閱讀。你可以前往該站閱讀。",
  "reader.refused.unavailable": "{host} 目前沒有回應。請十分鐘後再試，或前往該站閱讀。",
  "reader.refused.unreadable": "我們在 {host} 的頁面中沒有找到文章。你可以前往該站閱讀。",
  "reader.refused.busy": "目前正在取得許多文章，請一分鐘後再試。",
  "reader.save": "稍後閱讀",
  "reader.unsave": "已儲存",
  "reader.unsave.named": "不再儲存 {title}",
  "reader.save.named": "稍後閱讀 {title}",
  "reader.saved.title": "已儲存的內容",
  "reader.saved.lead": "你儲存的內容，最近儲存的在最前。",
  "reader.saved.none": "尚未儲存任何內容。打開一篇內容並儲存即可。",
  "reader.markAll": "全部標為已讀",
  "reader.mute.title": "隱藏",
  "reader.mute.about": "這個訂閱來源中含有這些詞語的內容不會出現在你的動態中。請用逗號分隔詞語。",
  "reader.mute.words": "詞語",
  "reader.mute.set": "儲存",
}
