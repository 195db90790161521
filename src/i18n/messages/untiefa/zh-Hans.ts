import type { Translation } from "../../message.ts"
import type { untiefa as source } from "./en.ts"

export const untiefa: Translation<typeof source> = {
  "untiefa.title": "移除第二步验证",
  "untiefa.lead":
    "验证器和恢复码都丢失了？我们会发送一个链接到你的邮箱。打开链接 72 小时后才会移除，以防有人仅凭你的邮箱悄悄操作。",
  "untiefa.email": "电子邮箱",
  "untiefa.send": "发送链接",
  "untiefa.sent": "如果该地址对应的账号开启了两步验证，链接邮件已发出。",
  "untiefa.ask.text": "你账号的第二步验证将在 72 小时后移除。在此之前，可用同一链接取消。",
  "untiefa.ask": "72 小时后移除",
  "untiefa.due": "第二步验证将于 {date} 移除。",
  "untiefa.cancel": "保留",
  "untiefa.cancelled": "第二步验证保持不变。",
  "untiefa.linkEnded": "此链接已失效或无效，请重新获取。",
}
