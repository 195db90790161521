import type { Translation } from "../../message.ts"
import type { first as source } from "./en.ts"

export const first: Translation<typeof source> = {
  "first.title": "保存在此浏览器中",
  "first.text": "关注的数据保存在本地。请登录以进行同步。",
  "first.more": "在此之前，即使关闭窗口，数据也会留在这台设备上。你随时可以导出为 OPML 文件带走。",
  "first.later": "以访客身份继续",
  "first.merge.title": "添加到账户",
  "first.merge.text": "要将新的订阅源添加到账户列表吗？",
  "first.merge.more": "此浏览器保存着未登录时关注的内容。未添加的内容将在退出登录时丢弃。",
  "first.merge.yes": "是，添加",
  "first.merge.no": "否",
}
