import type { Translation } from "../../message.ts"
import type { follow as source } from "./en.ts"

export const follow: Translation<typeof source> = {
  "follow.follow": "关注",
  "follow.unfollow": "取消关注",
  "follow.named": "{action} {title}",
  "follow.success": "操作成功",
  "follow.limit.feeds": "未注册用户最多可关注 10 个 CC。",
  "follow.limit.groups": "未注册用户最多可创建 3 个分组。",
  "follow.unkept": "此浏览器无法保存你的关注：存储空间已满或已关闭。",
  "follow.most.feeds": "一个账户最多关注 {count} 个订阅源。",
  "follow.most.groups": "一个账户最多有 {count} 个分组。",
  "follow.most.rules": "一个账户最多有 {count} 条屏蔽规则。",
  "follow.most.saved": "一个账户最多保存 {count} 篇内容。",
  "follow.full": "你的账户已满，无法再添加订阅源或分组。",
}
