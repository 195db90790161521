import type { Translation } from "../../message.ts"
import type { longNews as source } from "./en.ts"

export const longNews: Translation<typeof source> = {
  "longNews.tooMany.day": { other: "每天最多可上傳 {count} 篇長文，請明天再來。" },
  "longNews.tooMany.all": { other: "你在內容庫中已有 {count} 篇長文，已達上限。" },
  "longNews.empty": "去除不安全的內容後，文章已無內容",
  "longNews.none": "內容庫中沒有這篇長文",
}
