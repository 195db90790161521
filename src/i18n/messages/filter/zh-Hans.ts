import type { Translation } from "../../message.ts"
import type { filter as source } from "./en.ts"

export const filter: Translation<typeof source> = {
  "filter.time": "时间",
  "filter.all": "全部",
  "filter.today": "今天",
  "filter.week": "7 天",
  "filter.month": "30 天",
  "filter.range": "起止日期",
  "filter.start": "从",
  "filter.end": "到",
  "filter.ok": "确定",
}
