import type { Translation } from "../../message.ts"
import type { passkeys as source } from "./en.ts"

export const passkeys: Translation<typeof source> = {
  "passkeys.title": "通行密鑰",
  "passkeys.lead": "通行密鑰讓你用指紋、臉部或裝置密碼登入，無需密碼，也無需第二步驗證。",
  "passkeys.name": "名稱",
  "passkeys.name.example": "例如：我的手機",
  "passkeys.add": "新增通行密鑰",
  "passkeys.rename": "重新命名",
  "passkeys.remove": "移除",
  "passkeys.added": "新增於 {date}",
  "passkeys.used": "上次使用 {date}",
  "passkeys.use": "使用通行密鑰",
  "passkeys.failed": "無法使用通行密鑰，請重試。",
  "passkeys.refused": "此通行密鑰不相符。",
  "passkeys.known": "此裝置已有你帳號的通行密鑰。",
  "passkeys.tooMany": "最多可以有 {count} 個通行密鑰。",
  "passkeys.none": "沒有此通行密鑰。",
  "passkeys.unsupported": "此瀏覽器不支援通行密鑰。",
}
