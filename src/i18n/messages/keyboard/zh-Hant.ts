import type { Translation } from "../../message.ts"
import type { keyboard as source } from "./en.ts"

export const keyboard: Translation<typeof source> = {
  "keyboard.title": "鍵盤快速鍵",
  "keyboard.next": "下一則",
  "keyboard.previous": "上一則",
  "keyboard.open": "開啟項目",
  "keyboard.original": "在新分頁中開啟原文",
  "keyboard.follow": "關注或取消關注其訂閱源（在清單中：顯示該訂閱源）",
  "keyboard.search": "搜尋",
  "keyboard.help": "顯示此清單",
  "keyboard.libraryNews": "資料庫新聞",
  "keyboard.follows": "你關注的訂閱源和群組",
  "keyboard.switch": "使用單一按鍵作為快速鍵",
  "keyboard.show": "顯示所有快速鍵",
}
