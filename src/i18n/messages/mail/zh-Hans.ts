import type { Translation } from "../../message.ts"
import type { mail as source } from "./en.ts"

export const mail: Translation<typeof source> = {
  "mail.title": "邮箱",
  "mail.lead": "没有配置邮件服务器，因此邮件都留在这里。",
  "mail.state.waiting": "等待发送",
  "mail.state.sent": "已发送",
  "mail.state.bounced": "被退回",
  "mail.state.expired": "已过期",
  "mail.erased": "此人已被删除，写给他的内容也一并删除。",
}
