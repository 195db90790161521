import type { Translation } from "../../message.ts"
import type { call as source } from "./en.ts"

export const call: Translation<typeof source> = {
  "call.timeout": "Der Server hat nicht rechtzeitig geantwortet. Bitte versuchen Sie es noch einmal.",
  "call.unreachable": "Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Verbindung.",
  "call.request": "Fehler bei der API-Anfrage: {path}",
  "call.failed": "Das System ist ausgelastet, bitte versuchen Sie es später noch einmal",
  "call.success": "Erledigt",
}
