import type { Translation } from "../../message.ts"
import type { linkAccount as source } from "./en.ts"

export const linkAccount: Translation<typeof source> = {
  "linkAccount.title": "验证你的频道",
  "linkAccount.lead": "证明订阅源属于你，它在这里也就归你：旁边会显示你的名字，别人无法占用。",
  "linkAccount.guest": "请先登录：频道需要为账号验证。",
  "linkAccount.address": "你的订阅源、博客或频道的地址",
  "linkAccount.find": "继续",
  "linkAccount.how": "在“{title}”上完成其中一项，然后让我们查看：",
  "linkAccount.description": "把此代码放进频道或订阅源的简介：",
  "linkAccount.meta": "把此标签放进页面的 head：",
  "linkAccount.relMe": "从你的页面链接到你在这里的主页：",
  "linkAccount.dns": "为你的域名添加此 TXT 记录：",
  "linkAccount.verify": "现在查看",
  "linkAccount.done": "这个订阅源现在归你了",
  "linkAccount.noProof": "还没有找到。有些网站的更改需要几分钟才会显示。",
  "linkAccount.notReached": "目前无法访问该订阅源及其页面。",
  "linkAccount.mine": "你的订阅源",
  "linkAccount.since": "{date} 验证",
  "linkAccount.remove": "放弃",
  "linkAccount.isMine": "这个订阅源是你的。",
}
