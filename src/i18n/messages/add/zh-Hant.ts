import type { Translation } from "../../message.ts"
import type { add as source } from "./en.ts"

export const add: Translation<typeof source> = {
  "add.title": "新增訂閱來源",
  "add.label": "部落格、電子報、頻道或播客的網址",
  "add.placeholder": "example.org/blog",
  "add.find": "尋找訂閱來源",
  "add.finding": "正在尋找這個網址的訂閱來源……",
  "add.lead": "貼上任何網址，Quire 會找到背後的訂閱來源，並在你追蹤之前顯示它的內容。",
  "add.found": "在這個網址找到",
  "add.others": "這個網站的其他訂閱來源",
  "add.what": "可以是",
  "add.what.page": "有訂閱來源的網頁網址",
  "add.what.feed": "訂閱來源本身的網址：RSS、Atom、RDF 或 JSON Feed",
  "add.what.channel": "頻道或播放清單：YouTube、Vimeo、Odysee、PeerTube、Bitchute、Rumble",
  "add.what.blog": "部落格或電子報：Substack、Medium、WordPress、Ghost、Blogger、Mastodon",
}
