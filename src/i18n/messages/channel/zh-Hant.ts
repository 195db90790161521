import type { Translation } from "../../message.ts"
import type { channel as source } from "./en.ts"

export const channel: Translation<typeof source> = {
  "channel.tabs": "頻道",
  "channel.search": "搜尋本頻道",
  "channel.search.for": "在本頻道中找到：{text}",
  "channel.all": "本頻道的全部內容",
  "channel.preview": "預覽",
  "channel.directory.search": "搜尋訂閱來源和頻道",
}
