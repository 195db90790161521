import type { Translation } from "../../message.ts"
import type { api as en } from "./en.ts"

export const api = {
  "api.badRequest": "Einige Angaben stimmen so nicht",
  "api.tooLarge": "Der Inhalt ist länger als {bytes} Bytes",
  "api.tooMany": "Zu viele Anfragen. Bitte in {seconds} Sekunden noch einmal versuchen.",
  "api.unknownCall": "Den Aufruf {path} gibt es nicht",
  "api.failure": "Fehler beim API-Aufruf: {path} ({correlationId})",
  "api.noItem": "Dieser Beitrag ist nicht in der Bibliothek",
  "api.noFeed": "Dieser Feed ist nicht in der Bibliothek",
  "api.whichFeed": "Welcher Feed ist gemeint? feedId, code oder url angeben",
} satisfies Translation<typeof en>
