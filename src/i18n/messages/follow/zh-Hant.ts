import type { Translation } from "../../message.ts"
import type { follow as source } from "./en.ts"

export const follow: Translation<typeof source> = {
  "follow.follow": "追蹤",
  "follow.unfollow": "取消追蹤",
  "follow.named": "{action} {title}",
  "follow.success": "操作成功",
  "follow.limit.feeds": "未註冊的使用者最多可追蹤 10 個 CC。",
  "follow.limit.groups": "未註冊的使用者最多可建立 3 個分組。",
  "follow.unkept": "這個瀏覽器無法儲存你的追蹤：儲存空間已滿或已關閉。",
  "follow.most.feeds": "一個帳號最多追蹤 {count} 個訂閱來源。",
  "follow.most.groups": "一個帳號最多有 {count} 個分組。",
  "follow.most.rules": "一個帳號最多有 {count} 條隱藏規則。",
  "follow.most.saved": "一個帳號最多儲存 {count} 篇內容。",
  "follow.full": "你的帳號已滿，無法再加入訂閱來源或分組。",
}
