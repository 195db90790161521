import type { Translation } from "../../message.ts"
import type { mail as source } from "./en.ts"

export const mail: Translation<typeof source> = {
  "mail.title": "信箱",
  "mail.lead": "沒有設定郵件伺服器，因此郵件都留在這裡。",
  "mail.state.waiting": "等待寄出",
  "mail.state.sent": "已寄出",
  "mail.state.bounced": "被退回",
  "mail.state.expired": "已過期",
  "mail.erased": "此人已被刪除，寫給他的內容也一併刪除。",
}
