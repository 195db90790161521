import type { Translation } from "../../message.ts"
import type { call as source } from "./en.ts"

export const call: Translation<typeof source> = {
  "call.timeout": "服务器未能及时响应，请重试。",
  "call.unreachable": "无法连接服务器，请检查网络连接。",
  "call.request": "API 请求错误：{path}",
  "call.failed": "系统繁忙，请稍后再试",
  "call.success": "操作成功",
}
