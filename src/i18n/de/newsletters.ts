import type { newsletters as source } from "../en/newsletters.ts"
import type { Translation } from "../message.ts"

export const newsletters: Translation<typeof source> = {
  "newsletters.tooManyLists": "Sie können höchstens 1.000 Kanäle per E-Mail erhalten.",
  "newsletters.noSending": "Zu diesem Beitrag gibt es keine E-Mails.",
  "newsletters.sendingOver": "Alle E-Mails zu diesem Beitrag sind schon versandt oder wurden abgebrochen.",
  "newsletters.settings": "Newsletter",
  "newsletters.settings.text":
    "Kanäle, deren neue Beiträge Sie per E-Mail erhalten. Anmeldecodes und E-Mails zu Ihrem Konto erhalten Sie unabhängig davon.",
  "newsletters.settings.none":
    "Kein Kanal schickt Ihnen E-Mails. Sie können das auf der Seite eines Kanals einschalten.",
  "newsletters.settings.stopAll": "Alle Newsletter abbestellen",
  "newsletters.settings.for": "Beiträge von {name} per E-Mail",
  "newsletters.settings.bounced": "E-Mails an Ihre Adresse kamen zurück.",
  "newsletters.setting.1": "Nie",
  "newsletters.setting.2": "Jeden Beitrag",
  "newsletters.setting.3": "Tägliche Übersicht",
  "newsletters.setting.4": "Wöchentliche Übersicht",
  "newsletters.channel.title": "Neue Beiträge per E-Mail",
  "newsletters.channel.guest": "Melden Sie sich an, um neue Beiträge per E-Mail zu erhalten",
  "newsletters.out.title": "Abbestellen",
  "newsletters.out.ask": "Neue Beiträge von {name} nicht mehr per E-Mail erhalten?",
  "newsletters.out.askDigest": "Keine Übersichten mehr per E-Mail erhalten?",
  "newsletters.out.thisChannel": "diesem Kanal",
  "newsletters.out.done": "Sie sind abgemeldet",
  "newsletters.out.doneText":
    "Eine E-Mail, die schon unterwegs ist, kann noch ankommen. Anmeldecodes und E-Mails zu Ihrem Konto erhalten Sie weiterhin.",
  "newsletters.out.unknown": "Dieser Link ist unvollständig",
  "newsletters.out.unknownText":
    "Kopieren Sie die ganze Adresse aus der E-Mail, oder ändern Sie Ihre E-Mail-Einstellungen.",
  "newsletters.out.settings": "Alle E-Mail-Einstellungen",
}
