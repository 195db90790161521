import type { Translation } from "../../message.ts"
import type { untiefa as source } from "./en.ts"

export const untiefa: Translation<typeof source> = {
  "untiefa.title": "Zweiten Schritt entfernen",
  "untiefa.lead":
    "Sie haben weder Ihre Authentifizierungs-App noch Wiederherstellungscodes? Wir schicken Ihnen einen Link. Entfernt wird der zweite Schritt 72 Stunden danach, damit niemand, der nur Ihre E-Mails liest, das unbemerkt tun kann.",
  "untiefa.email": "E-Mail-Adresse",
  "untiefa.send": "Link zusenden",
  "untiefa.sent":
    "Falls zu dieser Adresse ein Konto mit zweitem Schritt gehört, ist eine E-Mail mit einem Link unterwegs.",
  "untiefa.ask.text":
    "Der zweite Schritt Ihres Kontos wird in 72 Stunden entfernt. Bis dahin können Sie das mit demselben Link abbrechen.",
  "untiefa.ask": "In 72 Stunden entfernen",
  "untiefa.due": "Der zweite Schritt wird am {date} entfernt.",
  "untiefa.cancel": "Behalten",
  "untiefa.cancelled": "Der zweite Schritt bleibt, wie er ist.",
  "untiefa.linkEnded": "Dieser Link ist abgelaufen oder nicht von uns. Fordern Sie einen neuen an.",
}
