import type { Translation } from "../../message.ts"
import type { notify as source } from "./en.ts"

export const notify: Translation<typeof source> = {
  "notify.title": "通知",
  "notify.text": "接收资料库新闻的通知，最多每半小时一次。",
  "notify.on": "通知我",
  "notify.off": "不再通知我",
  "notify.started": "有资料库新闻时会通知你。",
  "notify.stopped": "不会再通知你。",
  "notify.denied": "你的浏览器不允许本站发送通知。你可以在浏览器设置中更改。",
  "notify.unsupported": "此浏览器不支持通知。",
  "notify.noTarget": "无法使用此浏览器的通知地址",
  "notify.full": "目前无法接受更多通知订阅，请稍后再试。",
}
