import type { Translation } from "../../message.ts"
import type { home as source } from "./en.ts"

export const home: Translation<typeof source> = {
  "home.title": "你关注的一切，汇成一条按时间排序的资讯流",
  "home.lead": "独立创作者的博客、通讯、视频频道和播客。在这里关注，在这里阅读，无需账号。",
  "home.yours": "阅读我的资讯",
  "home.channels": "全部频道",
}
