import type { Translation } from "../../message.ts"
import type { appPasswords as source } from "./en.ts"

export const appPasswords: Translation<typeof source> = {
  "appPasswords.title": "應用程式專用密碼",
  "appPasswords.lead": "閱讀應用程式使用各自的密碼登入，你可以隨時收回，而無需變更自己的密碼。",
  "appPasswords.address": "應用程式使用的位址",
  "appPasswords.other": "要求選擇「FreshRSS」或「Google Reader API」的應用程式請填寫",
  "appPasswords.userName": "使用者名稱是你的電子郵件或使用者名稱。撤銷密碼後，對應的應用程式會立即登出。",
  "appPasswords.name": "應用程式或裝置",
  "appPasswords.make": "產生密碼",
  "appPasswords.made": "{name} 的密碼，只顯示這一次：",
  "appPasswords.since": "自 {date}",
  "appPasswords.revoke": "收回",
  "appPasswords.tooMany": "最多可以有 {count} 個應用程式專用密碼。",
  "appPasswords.none": "沒有此應用程式專用密碼。",
}
