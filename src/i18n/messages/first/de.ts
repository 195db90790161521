import type { Translation } from "../../message.ts"
import type { first as source } from "./en.ts"

export const first: Translation<typeof source> = {
  "first.title": "In diesem Browser gespeichert",
  "first.text": "Ihre Feeds werden lokal gespeichert. Bitte melden Sie sich an, um sie zu synchronisieren.",
  "first.more":
    "Bis dahin bleiben sie auf diesem Gerät, auch wenn Sie das Fenster schließen. Als OPML-Datei können Sie sie jederzeit mitnehmen.",
  "first.later": "Als Gast weiterlesen",
  "first.merge.title": "Zum Konto hinzufügen",
  "first.merge.text": "Die neuen Newsfeeds zur Liste Ihres Kontos hinzufügen?",
  "first.merge.more":
    "Dieser Browser enthält Feeds, denen ohne Konto gefolgt wurde. Was Sie nicht hinzufügen, wird beim Abmelden verworfen.",
  "first.merge.yes": "Ja, hinzufügen",
  "first.merge.no": "Nein",
}
