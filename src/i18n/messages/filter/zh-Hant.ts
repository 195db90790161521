import type { Translation } from "../../message.ts"
import type { filter as source } from "./en.ts"

export const filter: Translation<typeof source> = {
  "filter.time": "時間",
  "filter.all": "全部",
  "filter.today": "今天",
  "filter.week": "7 天",
  "filter.month": "30 天",
  "filter.range": "起訖日期",
  "filter.start": "從",
  "filter.end": "到",
  "filter.ok": "確定",
}
