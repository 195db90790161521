import type { Translation } from "../../message.ts"
import type { notice as source } from "./en.ts"

export const notice: Translation<typeof source> = {
  "notice.pleaseSignIn": "請先登入",
  "notice.loggedOut": "已登出",
  "notice.success": "操作成功",
}
