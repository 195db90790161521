import type { Translation } from "../../message.ts"
import type { state as source } from "./en.ts"

export const state: Translation<typeof source> = {
  "state.empty": "Keine Daten",
  "state.failed": "Das System ist ausgelastet, bitte versuchen Sie es später noch einmal",
  "state.retry": "Noch einmal versuchen",
  "state.feedUnavailable":
    "Der Inhalt des Feeds ist vorübergehend nicht verfügbar, möglicherweise wegen Netzproblemen.",
  "state.linkUnavailable": "Dieser Link ist leider nicht verfügbar, vielleicht aus rechtlichen Gründen.",
  "state.brokenLink": "Der Link ist leider defekt",
  "state.more": "Mehr",
  "state.less": "Weniger",
  "state.reference": "Kennung für Rückfragen: {id}",
  "state.home": "Zur Startseite",
}
