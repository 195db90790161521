import type { Translation } from "../../message.ts"
import type { docs as en } from "./en.ts"

export const docs = {
  "docs.title": "接口",
  "docs.description": "编程接口的全部调用：接受什么、返回什么、拒绝什么。",
  "docs.lead": "页面所做的一切都通过这些调用完成，任何程序也都可以使用。",
  "docs.envelope":
    "每个回答都有 status、message 和 data；被拒绝时 status 为 false。除标有 GET 的以外，调用均为 POST，JSON 内容最多 2,000,000 字节。",
  "docs.machine": "供机器读取的版本（OpenAPI）",
  "docs.contents": "目录",
  "docs.query": "查询参数",
  "docs.headers": "请求头",
  "docs.payload": "请求内容",
  "docs.answer": "回答（data）",
  "docs.refusals": "拒绝",
  "docs.example": "示例",
  "docs.field": "字段",
  "docs.type": "类型",
  "docs.note": "说明",
  "docs.optional": "可选",
  "docs.length": "{low} 至 {high} 个字符",
  "docs.value": "{low} 至 {high}",
} satisfies Translation<typeof en>
