import type { Translation } from "../../message.ts"
import type { api as en } from "./en.ts"

export const api = {
  "api.badRequest": "部分内容填写有误",
  "api.tooLarge": "内容超过 {bytes} 字节",
  "api.tooMany": "请求过于频繁，请 {seconds} 秒后再试。",
  "api.unknownCall": "没有 {path} 这个接口",
  "api.failure": "API 请求出错：{path}（{correlationId}）",
  "api.noItem": "内容库中没有这篇内容",
  "api.noFeed": "内容库中没有这个订阅源",
  "api.whichFeed": "请用 feedId、code 或 url 指明是哪个订阅源",
} satisfies Translation<typeof en>
