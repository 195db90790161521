import type { Translation } from "../../message.ts"
import type { keyboard as source } from "./en.ts"

export const keyboard: Translation<typeof source> = {
  "keyboard.title": "键盘快捷键",
  "keyboard.next": "下一条",
  "keyboard.previous": "上一条",
  "keyboard.open": "打开条目",
  "keyboard.original": "在新标签页中打开原文",
  "keyboard.follow": "关注或取消关注其订阅源（在列表中：显示该订阅源）",
  "keyboard.search": "搜索",
  "keyboard.help": "显示此列表",
  "keyboard.libraryNews": "资料库新闻",
  "keyboard.follows": "你关注的订阅源和分组",
  "keyboard.switch": "使用单个按键作为快捷键",
  "keyboard.show": "显示所有快捷键",
}
