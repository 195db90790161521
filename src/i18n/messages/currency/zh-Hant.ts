import type { Translation } from "../../message.ts"
import type { currency as source } from "./en.ts"

export const currency: Translation<typeof source> = {
  "currency.title": "選擇你的基準貨幣",
  "currency.text": "餘額和價格將以它顯示。收付款仍使用加密貨幣，之後可在設定中變更。",
  "currency.label": "基準貨幣",
  "currency.missing": "請先選擇基準貨幣",
  "currency.ok": "確定",
  "currency.later": "暫不選擇",
}
