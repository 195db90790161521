import type { Translation } from "../../message.ts"
import type { home as source } from "./en.ts"

export const home: Translation<typeof source> = {
  "home.title": "你追蹤的一切，匯成一條依時間排序的動態",
  "home.lead": "獨立創作者的部落格、電子報、影片頻道和 Podcast。在這裡追蹤，在這裡閱讀，不需帳號。",
  "home.yours": "閱讀我的動態",
  "home.channels": "所有頻道",
}
