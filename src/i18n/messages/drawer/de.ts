import type { Translation } from "../../message.ts"
import type { drawer as source } from "./en.ts"

export const drawer: Translation<typeof source> = {
  "drawer.title": "Vorschau",
  "drawer.close": "Schließen",
  "drawer.claim": "Diesen Feed übernehmen",
  "drawer.claimed": "Dieser Feed gehört Ihnen",
  "drawer.page": "Seite des Feeds öffnen",
  "drawer.site": "Website",
  "drawer.loading": "Wird geladen",
  "drawer.empty": "Keine Daten",
  "drawer.failed": "Der Inhalt des Feeds ist vorübergehend nicht verfügbar, möglicherweise wegen Netzproblemen.",
  "drawer.retry": "Noch einmal versuchen",
  "drawer.older": "Ältere Beiträge",
  "drawer.more": "mehr",
  "drawer.locked": "Weitere Inhalte erforderlich",
  "drawer.locked.subscribers": "Dieser Beitrag ist für Abonnenten.",
  "drawer.locked.premium": "Dieser Beitrag ist für Premium-Abonnenten.",
  "drawer.recent": "Neueste Beiträge",
}
