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
}
