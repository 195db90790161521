import type { Translation } from "../../message.ts"
import type { account as source } from "./en.ts"

export const account: Translation<typeof source> = {
  "account.signIn.title": "登录",
  "account.signUp.title": "注册",
  "account.lead": "你正以访客身份阅读。",
  "account.limits": "无需账号即可关注最多 10 个订阅源、建立 3 个分组，它们保存在此浏览器中。",
  "account.stay": "关闭窗口后它们仍在这里，其他设备看不到。你随时可以导出为 OPML 文件带走。",
  "account.members": "订阅、消息、钱包和设置属于账号功能。",
  "account.start": "阅读资讯",
  "account.browse": "发现频道",
  "account.back": "回到刚才的页面",
}
