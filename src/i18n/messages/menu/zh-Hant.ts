import type { Translation } from "../../message.ts"
import type { menu as source } from "./en.ts"

export const menu: Translation<typeof source> = {
  "menu.account": "你的帳號",
  "menu.profile": "個人頁面",
  "menu.settings": "設定",
  "menu.dashboard": "創作者中心",
  "menu.ticket": "工單",
  "menu.wallet": "錢包",
  "menu.transactions": "交易紀錄",
  "menu.searchUser": "尋找使用者",
  "menu.signOut": "登出",
  "menu.unnamed": "新朋友",
}
