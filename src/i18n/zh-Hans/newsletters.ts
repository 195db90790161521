import type { newsletters as source } from "../en/newsletters.ts"
import type { Translation } from "../message.ts"

export const newsletters: Translation<typeof source> = {
  "newsletters.tooManyLists": "最多可通过邮件接收 1,000 个频道。",
  "newsletters.noSending": "没有关于这篇内容的邮件。",
  "newsletters.sendingOver": "关于这篇内容的邮件已全部发出或已取消。",
  "newsletters.settings": "邮件订阅",
  "newsletters.settings.text": "通过邮件向你发送新内容的频道。登录验证码和账号邮件不受影响。",
  "newsletters.settings.none": "还没有频道给你发邮件。可在频道页面开启。",
  "newsletters.settings.stopAll": "停止所有邮件订阅",
  "newsletters.settings.for": "邮件接收 {name} 的内容",
  "newsletters.settings.bounced": "发往你邮箱的邮件被退回。",
  "newsletters.setting.1": "从不",
  "newsletters.setting.2": "每篇内容",
  "newsletters.setting.3": "每日摘要",
  "newsletters.setting.4": "每周摘要",
  "newsletters.channel.title": "邮件接收新内容",
  "newsletters.channel.guest": "登录后可通过邮件接收新内容",
  "newsletters.out.title": "退订",
  "newsletters.out.ask": "不再通过邮件接收 {name} 的新内容？",
  "newsletters.out.askDigest": "不再接收邮件摘要？",
  "newsletters.out.thisChannel": "此频道",
  "newsletters.out.done": "已退订",
  "newsletters.out.doneText": "已在发送途中的邮件仍可能送达。登录验证码和账号邮件不受影响。",
  "newsletters.out.unknown": "链接不完整",
  "newsletters.out.unknownText": "请复制邮件中的完整地址，或更改邮件设置。",
  "newsletters.out.settings": "所有邮件设置",
}
