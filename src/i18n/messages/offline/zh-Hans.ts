import type { Translation } from "../../message.ts"
import type { offline as source } from "./en.ts"

export const offline: Translation<typeof source> = {
  "offline.title": "已保存，可离线阅读",
  "offline.lead":
    "你所关注内容的最新条目，保存在此浏览器中。没有网络时可在此阅读；图片、声音和其他内容会在恢复网络后出现。",
  "offline.empty": "关注订阅源后，其最新条目会保存在此，供离线阅读。",
  "offline.settings": "设置",
  "offline.settings.title": "离线阅读",
  "offline.settings.text":
    "你所关注内容的最新 200 个条目以及你访问过的页面会保存在此浏览器中，以便没有网络时阅读。其他人无法看到。",
  "offline.settings.keep": "保存条目以供离线阅读",
  "offline.settings.amount": "此浏览器中已保存：{amount}",
  "offline.settings.clear": "清除已保存的内容",
  "offline.settings.show": "查看已保存的内容",
  "offline.settings.language": "语言",
  "offline.settings.theme": "外观",
  "offline.settings.none": "此浏览器无法保存页面，或脚本已关闭。",
}
