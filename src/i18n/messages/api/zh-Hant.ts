import type { Translation } from "../../message.ts"
import type { api as en } from "./en.ts"

export const api = {
  "api.badRequest": "部分內容填寫有誤",
  "api.tooLarge": "內容超過 {bytes} 位元組",
  "api.tooMany": "請求過於頻繁，請 {seconds} 秒後再試。",
  "api.unknownCall": "沒有 {path} 這個介面",
  "api.failure": "API 請求出錯：{path}（{correlationId}）",
  "api.noItem": "內容庫中沒有這篇內容",
  "api.noFeed": "內容庫中沒有這個訂閱源",
  "api.whichFeed": "請以 feedId、code 或 url 指明是哪個訂閱源",
} satisfies Translation<typeof en>
