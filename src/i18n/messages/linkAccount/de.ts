import type { Translation } from "../../message.ts"
import type { linkAccount as source } from "./en.ts"

export const linkAccount: Translation<typeof source> = {
  "linkAccount.title": "Eigenen Kanal bestätigen",
  "linkAccount.lead":
    "Zeigen Sie, dass ein Feed Ihnen gehört, dann gehört er auch hier Ihnen: Ihr Name steht dabei, und niemand sonst kann ihn nehmen.",
  "linkAccount.guest": "Bitte melden Sie sich zuerst an: Ein Kanal wird für ein Konto bestätigt.",
  "linkAccount.address": "Adresse Ihres Feeds, Blogs oder Kanals",
  "linkAccount.find": "Weiter",
  "linkAccount.how": "Tun Sie eines davon auf „{title}“, dann sehen wir nach:",
  "linkAccount.description": "Schreiben Sie diesen Code in die Beschreibung des Kanals oder Feeds:",
  "linkAccount.meta": "Setzen Sie dieses Element in den Kopf Ihrer Seite:",
  "linkAccount.relMe": "Verweisen Sie von Ihrer Seite auf Ihre Seite hier:",
  "linkAccount.dns": "Legen Sie diesen TXT-Eintrag für den Namen Ihres Servers an:",
  "linkAccount.verify": "Jetzt nachsehen",
  "linkAccount.done": "Dieser Feed gehört jetzt Ihnen",
  "linkAccount.noProof": "Davon haben wir noch nichts gefunden. Manche Seiten zeigen Änderungen erst nach Minuten.",
  "linkAccount.notReached": "Weder der Feed noch seine Seite ist gerade erreichbar.",
  "linkAccount.mine": "Ihre Feeds",
  "linkAccount.since": "bestätigt am {date}",
  "linkAccount.remove": "Aufgeben",
  "linkAccount.isMine": "Dieser Feed gehört Ihnen.",
}
