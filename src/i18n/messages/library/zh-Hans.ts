import type { Translation } from "../../message.ts"
import type { library as source } from "./en.ts"

export const library: Translation<typeof source> = {
  "library.title": "资料库新闻",
  "library.about": "整个资料库的最新内容",
  "library.list.tag": "标签“{tag}”的新闻",
  "library.list.search": "提到“{text}”的新闻",
  "library.list.follows": "所选订阅源",
  "library.list.follows.about": "资料库中部分订阅源的最新内容",
  "library.elsewhere": "在其他程序中阅读此列表：",
}
