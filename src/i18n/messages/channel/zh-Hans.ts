import type { Translation } from "../../message.ts"
import type { channel as source } from "./en.ts"

export const channel: Translation<typeof source> = {
  "channel.tabs": "频道",
  "channel.search": "搜索本频道",
  "channel.search.for": "在本频道中找到：{text}",
  "channel.all": "本频道的全部内容",
  "channel.preview": "预览",
  "channel.directory.search": "搜索订阅源和频道",
}
