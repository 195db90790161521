import type { Translation } from "../../message.ts"
import type { drawer as source } from "./en.ts"

export const drawer: Translation<typeof source> = {
  "drawer.title": "预览",
  "drawer.close": "关闭",
  "drawer.claim": "认领这个订阅源",
  "drawer.claimed": "这个订阅源是你的",
  "drawer.page": "打开订阅源页面",
  "drawer.site": "网站",
  "drawer.loading": "正在加载",
  "drawer.empty": "暂无数据",
  "drawer.failed": "订阅源内容暂时不可用，可能是网络问题。",
  "drawer.retry": "重试",
  "drawer.older": "更早的内容",
  "drawer.more": "更多",
  "drawer.locked": "需要更多内容权限",
  "drawer.locked.subscribers": "此内容仅限订阅者。",
  "drawer.locked.premium": "此内容仅限高级订阅者。",
  "drawer.recent": "最新内容",
}
