import type { Translation } from "../../message.ts"
import type { add as source } from "./en.ts"

export const add: Translation<typeof source> = {
  "add.title": "添加订阅源",
  "add.label": "博客、通讯、频道或播客的网址",
  "add.placeholder": "example.org/blog",
  "add.find": "查找订阅源",
  "add.finding": "正在查找此网址的订阅源……",
  "add.lead": "粘贴任意网址，Quire 会找到背后的订阅源，并在你关注之前展示其内容。",
  "add.found": "在此网址找到",
  "add.others": "该网站的其他订阅源",
  "add.what": "可以是",
  "add.what.page": "带有订阅源的网页地址",
  "add.what.feed": "订阅源本身的地址：RSS、Atom、RDF 或 JSON Feed",
  "add.what.channel": "频道或播放列表：YouTube、Vimeo、Odysee、PeerTube、Bitchute、Rumble",
  "add.what.blog": "博客或通讯：Substack、Medium、WordPress、Ghost、Blogger、Mastodon",
}
