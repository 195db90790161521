import type { Translation } from "../../message.ts"
import type { appPasswords as source } from "./en.ts"

export const appPasswords: Translation<typeof source> = {
  "appPasswords.title": "應用程式專用密碼",
  "appPasswords.lead": "閱讀應用程式使用各自的密碼登入，你可以隨時收回，而無需變更自己的密碼。",
  "appPasswords.name": "應用程式或裝置",
  "appPasswords.make": "產生密碼",
  "appPasswords.made": "{name} 的密碼，只顯示這一次：",
  "appPasswords.since": "自 {date}",
  "appPasswords.revoke": "收回",
  "appPasswords.tooMany": "最多可以有 {count} 個應用程式專用密碼。",
  "appPasswords.none": "沒有此應用程式專用密碼。",
}
