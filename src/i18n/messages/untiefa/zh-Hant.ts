import type { Translation } from "../../message.ts"
import type { untiefa as source } from "./en.ts"

export const untiefa: Translation<typeof source> = {
  "untiefa.title": "移除第二步驗證",
  "untiefa.lead":
    "驗證器和復原碼都遺失了？我們會傳送一個連結到你的信箱。開啟連結 72 小時後才會移除，以防有人僅憑你的信箱悄悄操作。",
  "untiefa.email": "電子信箱",
  "untiefa.send": "傳送連結",
  "untiefa.sent": "如果該地址對應的帳號開啟了兩步驟驗證，連結郵件已寄出。",
  "untiefa.ask.text": "你帳號的第二步驗證將在 72 小時後移除。在此之前，可用同一連結取消。",
  "untiefa.ask": "72 小時後移除",
  "untiefa.due": "第二步驗證將於 {date} 移除。",
  "untiefa.cancel": "保留",
  "untiefa.cancelled": "第二步驗證保持不變。",
  "untiefa.linkEnded": "此連結已失效或無效，請重新取得。",
}
