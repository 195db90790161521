import type { Translation } from "../../message.ts"
import type { first as source } from "./en.ts"

export const first: Translation<typeof source> = {
  "first.title": "In diesem Browser gespeichert",
  "first.text": "Was Sie abonnieren, wird lokal gespeichert. Bitte melden Sie sich an, um es zu synchronisieren.",
  "first.more":
    "Bis dahin bleibt es auf diesem Gerät, auch wenn Sie das Fenster schließen. Als OPML-Datei können Sie es jederzeit mitnehmen.",
  "first.later": "Als Gast weiterlesen",
}
