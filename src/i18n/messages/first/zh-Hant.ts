import type { Translation } from "../../message.ts"
import type { first as source } from "./en.ts"

export const first: Translation<typeof source> = {
  "first.title": "存在這個瀏覽器裡",
  "first.text": "追蹤的資料儲存在本機。請登入以進行同步。",
  "first.more": "在那之前，即使關閉視窗，資料也會留在這台裝置上。你隨時可以匯出成 OPML 檔帶走。",
  "first.later": "以訪客身分繼續",
  "first.merge.title": "加入帳號",
  "first.merge.text": "要將新的訂閱來源加入帳號清單嗎？",
  "first.merge.more": "這個瀏覽器存有未登入時追蹤的內容。未加入的內容會在登出時捨棄。",
  "first.merge.yes": "是，加入",
  "first.merge.no": "否",
}
