import type { Translation } from "../../message.ts"
import type { api as en } from "./en.ts"

export const api = {
  "api.badRequest": "部分内容填写有误",
  "api.tooLarge": "内容超过 {bytes} 字节",
  "api.tooMany": { other: "请求过于频繁，请 {count} 秒后再试。" },
  "api.unknownCall": "没有 {path} 这个接口",
  "api.failure": "API 请求出错：{path}（{correlationId}）",
  "api.noItem": "内容库中没有这篇内容",
  "api.noFeed": "内容库中没有这个订阅源",
  "api.whichFeed": "请用 feedId、code 或 url 指明是哪个订阅源",
  "api.wrongMethod": "{path} 须用 {method} 调用",
  "api.notJson": "内容必须是 JSON",
  "api.field.named": "{field}：{problem}",
  "api.field.missing": "请填写",
  "api.field.kind": "类型必须是 {kind}",
  "api.field.between": "必须是 {minimum} 到 {maximum} 之间的数字",
  "api.field.short": "至少需要 {length} 个字符",
  "api.field.long": "最多 {length} 个字符",
  "api.field.oneOf": "必须是 {values} 之一",
  "api.field.other": "无法接受",
  "api.media.no.image": "内容库中没有这张图片",
  "api.media.no.audio": "这篇内容没有这段音频",
  "api.media.no.video": "这篇内容没有这段视频",
  "api.media.range": "文件中没有这一部分",
  "api.media.parts": "文件过大，无法整体发送，请分段请求（Range）",
  "api.media.busy": "正在发送的文件过多，请稍后再试。",
} satisfies Translation<typeof en>
