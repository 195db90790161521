import type { Translation } from "../../message.ts"
import type { thirdParty as source } from "./en.ts"

export const thirdParty: Translation<typeof source> = {
  "thirdParty.signIn": "使用 {name} 登入",
  "thirdParty.title": "第三方登入",
  "thirdParty.lead": "透過以下服務驗證身分後即可登入。",
  "thirdParty.link": "連結 {name}",
  "thirdParty.offered": "你來自 {name}。要連結它用於登入嗎？",
  "thirdParty.since": "自 {date}",
  "thirdParty.unlink": "取消連結",
  "thirdParty.owned": "該地址已有帳號。請先登入，再同意連結。",
  "thirdParty.unknown": "沒有此登入方式。",
  "thirdParty.failed": "登入未成功，請重試。",
  "thirdParty.unverified": "你的地址在該服務未經驗證，請在此註冊。",
  "thirdParty.taken": "它已連結到另一個帳號。",
  "thirdParty.noAccount": "新帳號需要邀請，請先註冊。",
  "thirdParty.tooMany": "連結數量已達上限。",
  "thirdParty.signInAgain": "你登入已有一段時間，請重新登入後再連結。",
  "thirdParty.none": "尚未連結。",
}
