import type { Translation } from "../../message.ts"
import type { health as source } from "./en.ts"

export const health: Translation<typeof source> = {
  "health.success": "上次成功",
  "health.never": "尚未成功",
  "health.error": "上次错误",
  "health.since": "始于{when}",
  "health.todo": "可以怎么做",
  "health.next": "下次查看",
  "health.soon": "马上",
  "health.moved": "发布方把我们转到 {url}。若连续三天如此，我们就改用该网址。",
  "health.daily": "目前这里无人阅读，因此每天查看一次。",
  "health.push": "发布方会立即通知我们新内容。",
  "health.status": "HTTP {status}",
  "health.do.forbidden":
    "许多发布方用反机器人屏障拒绝程序访问。可以请其允许我们的阅读器，或寻找订阅源的其他网址。我们会礼貌地继续尝试。",
  "health.do.missing": "请在发布方的网站上查找订阅源，它可能有了新网址。",
  "health.do.gone": "请在发布方的网站上寻找替代，或取消关注。我们每天查看一次，看它是否恢复。",
  "health.do.busy": "无需操作。我们会在服务器要求的时间再来。",
  "health.do.wait": "无需操作。这类故障大多会过去，我们会自动重试，至少每天一次。",
  "health.do.dns": "请搜索该发布方，其网站可能换了名称。我们会继续尝试。",
  "health.do.tls": "只有发布方能更新证书，可以给他们写封信。我们会继续尝试。",
  "health.do.tooLarge": "请发布方减少订阅源中的条目。",
  "health.do.loop": "请在浏览器中打开该网址，若能到达某个网址，请关注那一个。",
  "health.do.address": "请使用订阅源的公开网址来关注。",
  "health.do.notAFeed": "请在发布方的网站上查找订阅源，该网址可能已不再提供。",
  "health.do.costly": "请发布方修复该文件。我们会继续尝试。",
  "health.do.ours": "无需操作。我们的运维人员已看到，会再次尝试。",
}
