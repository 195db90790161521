import type { Translation } from "../../message.ts"
import type { currency as source } from "./en.ts"

export const currency: Translation<typeof source> = {
  "currency.title": "Wählen Sie Ihre Basiswährung",
  "currency.text":
    "Guthaben und Preise werden darin angezeigt. Bezahlt wird trotzdem in Krypto; ändern können Sie sie in den Einstellungen.",
  "currency.label": "Basiswährung",
  "currency.missing": "Bitte zuerst die Basiswährung wählen",
  "currency.ok": "OK",
  "currency.later": "Nicht jetzt",
}
