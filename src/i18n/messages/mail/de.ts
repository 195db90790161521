import type { Translation } from "../../message.ts"
import type { mail as source } from "./en.ts"

export const mail: Translation<typeof source> = {
  "mail.title": "Postfach",
  "mail.lead": "Es ist kein Mailserver eingerichtet, darum bleiben Nachrichten hier.",
  "mail.state.waiting": "wartet",
  "mail.state.sent": "gesendet",
  "mail.state.bounced": "abgewiesen",
  "mail.state.expired": "verfallen",
  "mail.erased": "Die Person wurde gelöscht und mit ihr, was ihr geschrieben wurde.",
}
