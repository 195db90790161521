import type { Translation } from "../../message.ts"
import type { profile as source } from "./en.ts"

export const profile: Translation<typeof source> = {
  "profile.since": "{date} 加入 Quire",
  "profile.edit": "編輯資料",
  "profile.activity": "動態",
  "profile.activity.of": "{name} 的動態",
  "profile.empty": "這裡還沒有內容。",
  "profile.search": "尋找使用者",
  "profile.search.label": "名稱或代碼",
  "profile.search.submit": "搜尋",
  "profile.search.hint": "依顯示名稱、使用者名稱或代碼尋找。",
  "profile.next": "下一頁",
  "profile.did.joined": "加入 Quire",
  "profile.did.named": "設定了名稱",
  "profile.did.userName": "設定了使用者名稱",
  "profile.did.profile": "更新了個人資料",
  "profile.did.password": "變更了密碼",
  "profile.did.signedIn": "登入：{device}",
}
