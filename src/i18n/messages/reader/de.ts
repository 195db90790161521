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
  "reader.save": "Für später merken",
  "reader.unsave": "Gemerkt",
  "reader.unsave.named": "{title} nicht mehr merken",
  "reader.save.named": "{title} für später merken",
  "reader.saved.title": "Gemerkte Beiträge",
  "reader.saved.lead": "Was Sie für später merken, das zuletzt Gemerkte zuerst.",
  "reader.saved.none": "Noch nichts gemerkt. Öffnen Sie einen Beitrag, und merken Sie ihn für später.",
  "reader.markAll": "Alles als gelesen markieren",
  "reader.mute.title": "Ausblenden",
  "reader.mute.about":
    "Beiträge dieses Feeds mit einem dieser Wörter bleiben aus Ihrem Newsfeed heraus. Trennen Sie Wörter mit Kommas.",
  "reader.mute.words": "Wörter",
  "reader.mute.set": "Speichern",
}
