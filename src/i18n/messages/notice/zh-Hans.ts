import type { Translation } from "../../message.ts"
import type { notice as source } from "./en.ts"

export const notice: Translation<typeof source> = {
  "notice.pleaseSignIn": "请先登录",
  "notice.loggedOut": "已退出登录",
  "notice.success": "操作成功",
}
