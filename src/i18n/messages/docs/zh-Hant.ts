import type { Translation } from "../../message.ts"
import type { docs as en } from "./en.ts"

export const docs = {
  "docs.title": "介面",
  "docs.description": "程式介面的全部呼叫：接受什麼、回傳什麼、拒絕什麼。",
  "docs.lead": "頁面所做的一切都透過這些呼叫完成，任何程式也都可以使用。",
  "docs.envelope":
    "每個回應都有 status、message 和 data；遭拒絕時 status 為 false。除標有 GET 的以外，呼叫均為 POST，JSON 內容最多 2,000,000 位元組。",
  "docs.machine": "供機器讀取的版本（OpenAPI）",
  "docs.contents": "目錄",
  "docs.query": "查詢參數",
  "docs.headers": "標頭",
  "docs.payload": "請求內容",
  "docs.answer": "回應（data）",
  "docs.refusals": "拒絕",
  "docs.example": "範例",
  "docs.field": "欄位",
  "docs.type": "類型",
  "docs.note": "說明",
  "docs.optional": "選填",
  "docs.length": "{low} 至 {high} 個字元",
  "docs.value": "{low} 至 {high}",
} satisfies Translation<typeof en>
