import type { Translation } from "../../message.ts"
import type { account as source } from "./en.ts"

export const account: Translation<typeof source> = {
  "account.signIn.title": "登入",
  "account.signUp.title": "註冊",
  "account.lead": "你正以訪客身分閱讀。",
  "account.limits": "不需帳號就能追蹤最多 10 個訂閱來源、建立 3 個分組，資料存在這個瀏覽器裡。",
  "account.stay": "關閉視窗後仍會保留，其他裝置看不到。你隨時可以匯出成 OPML 檔帶走。",
  "account.members": "訂閱、訊息、錢包和設定屬於帳號功能。",
  "account.start": "閱讀動態",
  "account.browse": "探索頻道",
  "account.back": "回到剛才的頁面",
}
