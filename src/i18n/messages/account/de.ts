import type { Translation } from "../../message.ts"
import type { account as source } from "./en.ts"

export const account: Translation<typeof source> = {
  "account.signIn.title": "Anmelden",
  "account.signUp.title": "Registrieren",
  "account.lead": "Sie lesen als Gast.",
  "account.limits":
    "Ohne Konto können Sie bis zu 10 Feeds folgen und 3 Gruppen anlegen; gespeichert wird das in diesem Browser.",
  "account.stay":
    "Alles bleibt erhalten, wenn Sie das Fenster schließen, und kein anderes Gerät sieht es. Als OPML-Datei können Sie es jederzeit mitnehmen.",
  "account.members": "Abonnements, Nachrichten, Wallet und Einstellungen gehören zu einem Konto.",
  "account.start": "Newsfeed lesen",
  "account.browse": "Kanäle entdecken",
  "account.back": "Zurück zur vorigen Seite",
}
