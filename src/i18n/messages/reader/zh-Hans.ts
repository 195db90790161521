import type { Translation } from "../../message.ts"
import type { reader as source } from "./en.ts"

export const reader: Translation<typeof source> = {
  "reader.full.ask": "在此阅读全文",
  "reader.full.about": "该订阅源只提供开头部分，我们会向 {host} 获取其余内容。",
  "reader.full.fetching": "正在从 {host} 获取文章……",
  "reader.full.from": "全文，与 {host} 上发布的一致。",
  "reader.refused.robots": "{host} 要求程序不要读取此页（robots.txt），我们遵守这一要求。你可以前往该站阅读。",
  "reader.refused.reserved": "{host} 不希望其页面在别处显示，我们遵守这一要求。你可以前往该站阅读。",
  "reader.refused.paywall": "在 {host} 上，这篇文章仅供付费读者阅读。你可以前往该站阅读。",
  "reader.refused.unavailable": "{host} 目前没有回应。请十分钟后再试，或前往该站阅读。",
  "reader.refused.unreadable": "我们在 {host} 的页面中没有找到文章。你可以前往该站阅读。",
  "reader.refused.busy": "目前正在获取许多文章，请一分钟后再试。",
  "reader.save": "稍后阅读",
  "reader.unsave": "已保存",
  "reader.unsave.named": "不再保存 {title}",
  "reader.save.named": "稍后阅读 {title}",
  "reader.saved.title": "已保存的内容",
  "reader.saved.lead": "你保存的内容，最近保存的在最前。",
  "reader.saved.none": "尚未保存任何内容。打开一篇内容并保存即可。",
  "reader.markAll": "全部标为已读",
  "reader.mute.title": "屏蔽",
  "reader.mute.about": "该订阅源中含有这些词语的内容不会出现在你的资讯中。请用逗号分隔词语。",
  "reader.mute.words": "词语",
  "reader.mute.set": "保存",
}
