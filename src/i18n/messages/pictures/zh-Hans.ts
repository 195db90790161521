import type { Translation } from "../../message.ts"
import type { pictures as source } from "./en.ts"

export const pictures: Translation<typeof source> = {
  "pictures.unreadable": "无法读取这张图片。支持 JPEG、PNG、WebP、GIF 和 AVIF。",
  "pictures.tooLarge": "图片太大：最多 10 MB、4000 万像素。",
  "pictures.tooMany": "你今天发送的图片已达到上限，请明天再继续。",
}
