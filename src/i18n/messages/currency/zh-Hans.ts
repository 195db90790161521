import type { Translation } from "../../message.ts"
import type { currency as source } from "./en.ts"

export const currency: Translation<typeof source> = {
  "currency.title": "选择你的基准货币",
  "currency.text": "余额和价格将以它显示。收付款仍使用加密货币，之后可在设置中更改。",
  "currency.label": "基准货币",
  "currency.missing": "请先选择基准货币",
  "currency.ok": "确定",
  "currency.later": "暂不选择",
}
