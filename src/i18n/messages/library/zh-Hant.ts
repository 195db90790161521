import type { Translation } from "../../message.ts"
import type { library as source } from "./en.ts"

export const library: Translation<typeof source> = {
  "library.title": "資料庫新聞",
  "library.about": "整個資料庫的最新內容",
  "library.list.tag": "標籤「{tag}」的新聞",
  "library.list.search": "提到「{text}」的新聞",
  "library.list.follows": "所選訂閱源",
  "library.list.follows.about": "資料庫中部分訂閱源的最新內容",
  "library.elsewhere": "在其他程式中閱讀此清單：",
}
