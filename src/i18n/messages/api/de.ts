import type { Translation } from "../../message.ts"
import type { api as en } from "./en.ts"

export const api = {
  "api.badRequest": "Einige Angaben stimmen so nicht",
  "api.tooLarge": "Der Inhalt ist länger als {bytes} Bytes",
  "api.tooMany": {
    one: "Zu viele Anfragen. Bitte in {count} Sekunde noch einmal versuchen.",
    other: "Zu viele Anfragen. Bitte in {count} Sekunden noch einmal versuchen.",
  },
  "api.unknownCall": "Den Aufruf {path} gibt es nicht",
  "api.failure": "Fehler beim API-Aufruf: {path} ({correlationId})",
  "api.noItem": "Dieser Beitrag ist nicht in der Bibliothek",
  "api.noFeed": "Dieser Feed ist nicht in der Bibliothek",
  "api.whichFeed": "Welcher Feed ist gemeint? feedId, code oder url angeben",
  "api.wrongMethod": "{path} wird mit {method} aufgerufen",
  "api.notJson": "Der Inhalt muss JSON sein",
  "api.field.named": "{field}: {problem}",
  "api.field.missing": "bitte ausfüllen",
  "api.field.kind": "muss vom Typ {kind} sein",
  "api.field.between": "muss eine Zahl von {minimum} bis {maximum} sein",
  "api.field.short": "muss mindestens {length} Zeichen haben",
  "api.field.long": "darf höchstens {length} Zeichen haben",
  "api.field.oneOf": "muss eines von {values} sein",
  "api.field.other": "kann nicht angenommen werden",
  "api.media.no.image": "Dieses Bild ist nicht in der Bibliothek",
  "api.media.no.audio": "Dieser Beitrag hat keinen solchen Ton",
  "api.media.no.video": "Dieser Beitrag hat keinen solchen Film",
  "api.media.range": "Die Datei hat keinen solchen Teil",
  "api.media.parts": "Diese Datei ist zu groß, um sie ganz zu senden: Bitte in Teilen abrufen (Range)",
  "api.media.busy": "Es werden gerade zu viele Dateien gesendet. Bitte versuchen Sie es gleich noch einmal.",
} satisfies Translation<typeof en>
