import type { Translation } from "../../message.ts"
import type { reader as source } from "./en.ts"

export const reader: Translation<typeof source> = {
  "reader.full.ask": "Ganzen Artikel hier lesen",
  "reader.full.about": "Der Feed enthält nur den Anfang. Wir fragen {host} nach dem Rest.",
  "reader.full.fetching": "Der Artikel wird bei {host} geholt …",
  "reader.full.from": "Ganzer Artikel, wie er bei {host} steht.",
  "reader.refused.robots":
    "{host} bittet Programme, diese Seite nicht zu lesen (robots.txt). Wir halten uns daran. Dort können Sie sie lesen.",
  "reader.refused.reserved":
    "{host} möchte nicht, dass seine Seiten anderswo gezeigt werden. Wir halten uns daran. Dort können Sie sie lesen.",
  "reader.refused.paywall": "Bei {host} ist dieser Artikel zahlenden Lesern vorbehalten. Dort können Sie ihn lesen.",
  "reader.refused.unavailable":
    "{host} antwortet im Moment nicht. Versuchen Sie es in zehn Minuten noch einmal, oder lesen Sie dort.",
  "reader.refused.unreadable": "Wir fanden auf der Seite bei {host} keinen Artikel. Dort können Sie sie lesen.",
  "reader.refused.busy": "Gerade werden viele Artikel geholt. Bitte versuchen Sie es in einer Minute noch einmal.",
}
