import type { Translation } from "../../message.ts"
import type { longNews as source } from "./en.ts"

export const longNews: Translation<typeof source> = {
  "longNews.tooMany.day": { other: "每天最多可上传 {count} 篇长文，请明天再来。" },
  "longNews.tooMany.all": { other: "你在内容库中已有 {count} 篇长文，已达上限。" },
  "longNews.empty": "去除不安全的内容后，文章已无内容",
  "longNews.none": "内容库中没有这篇长文",
}
