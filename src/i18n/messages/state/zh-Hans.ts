import type { Translation } from "../../message.ts"
import type { state as source } from "./en.ts"

export const state: Translation<typeof source> = {
  "state.empty": "暂无数据",
  "state.failed": "系统繁忙，请稍后再试",
  "state.retry": "重试",
  "state.feedUnavailable": "订阅源内容暂时不可用，可能是网络问题。",
  "state.linkUnavailable": "很抱歉，此链接不可用，可能是出于法律原因。",
  "state.brokenLink": "抱歉，链接已失效",
  "state.more": "展开",
  "state.less": "收起",
  "state.reference": "反馈时请提供编号：{id}",
  "state.home": "回到首页",
}
