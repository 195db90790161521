import type { Translation } from "../../message.ts"
import type { api as en } from "./en.ts"

export const api = {
  "api.badRequest": "部分內容填寫有誤",
  "api.tooLarge": "內容超過 {bytes} 位元組",
  "api.tooMany": { other: "請求過於頻繁，請 {count} 秒後再試。" },
  "api.unknownCall": "沒有 {path} 這個介面",
  "api.failure": "API 請求出錯：{path}（{correlationId}）",
  "api.noItem": "內容庫中沒有這篇內容",
  "api.noFeed": "內容庫中沒有這個訂閱源",
  "api.whichFeed": "請以 feedId、code 或 url 指明是哪個訂閱源",
  "api.wrongMethod": "{path} 須以 {method} 呼叫",
  "api.notJson": "內容必須是 JSON",
  "api.field.named": "{field}：{problem}",
  "api.field.missing": "請填寫",
  "api.field.kind": "類型必須是 {kind}",
  "api.field.between": "必須是 {minimum} 到 {maximum} 之間的數字",
  "api.field.short": "至少需要 {length} 個字元",
  "api.field.long": "最多 {length} 個字元",
  "api.field.oneOf": "必須是 {values} 之一",
  "api.field.other": "無法接受",
  "api.media.no.image": "內容庫中沒有這張圖片",
  "api.media.no.audio": "這篇內容沒有這段音訊",
  "api.media.no.video": "這篇內容沒有這段影片",
  "api.media.range": "檔案中沒有這一部分",
  "api.media.parts": "檔案過大，無法整體傳送，請分段請求（Range）",
  "api.media.busy": "正在傳送的檔案過多，請稍後再試。",
} satisfies Translation<typeof en>
