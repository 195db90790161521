import type { Translation } from "../../message.ts"
import type { call as source } from "./en.ts"

export const call: Translation<typeof source> = {
  "call.timeout": "伺服器沒有及時回應，請再試一次。",
  "call.unreachable": "無法連上伺服器，請檢查網路連線。",
  "call.request": "API 要求錯誤：{path}",
  "call.failed": "系統忙碌中，請稍後再試",
  "call.success": "操作成功",
}
