import type { Translation } from "../../message.ts"
import type { pictures as source } from "./en.ts"

export const pictures: Translation<typeof source> = {
  "pictures.unreadable": "無法讀取這張圖片。支援 JPEG、PNG、WebP、GIF 和 AVIF。",
  "pictures.tooLarge": "圖片太大：最多 10 MB、4000 萬像素。",
  "pictures.tooMany": "你今天傳送的圖片已達上限，請明天再繼續。",
}
