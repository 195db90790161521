import type { Translation } from "../../message.ts"
import type { filter as source } from "./en.ts"

export const filter: Translation<typeof source> = {
  "filter.time": "Zeitraum",
  "filter.all": "Alle",
  "filter.today": "Heute",
  "filter.week": "7 Tage",
  "filter.month": "30 Tage",
  "filter.range": "Von – bis",
  "filter.start": "Von",
  "filter.end": "Bis",
  "filter.ok": "OK",
}
