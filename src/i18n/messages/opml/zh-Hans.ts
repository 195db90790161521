import type { Translation } from "../../message.ts"
import type { opml as source } from "./en.ts"

export const opml: Translation<typeof source> = {
  "opml.title": "带走你的关注",
  "opml.text": "OPML 是所有阅读器都支持的列表格式。",
  "opml.export": "导出 OPML",
  "opml.import": "导入",
  "opml.file": "OPML 文件",
  "opml.progress": "{done} / {total}",
  "opml.reading": "正在读取列表……",
  "opml.imported": { other: "现已关注 {count} 个订阅源。" },
  "opml.failed": { other: "{count} 个订阅源无法读取：" },
  "opml.left": { other: "{count} 个订阅源未导入：未注册用户最多可关注 10 个。" },
  "opml.unreadable": "此文件不是 OPML 列表。",
  "opml.tooLarge": "此文件太大，不像是订阅列表。",
  "opml.done": "列表已导入。",
}
