import type { Translation } from "../../message.ts"
import type { health as source } from "./en.ts"

export const health: Translation<typeof source> = {
  "health.success": "Letzter Erfolg",
  "health.never": "Noch keiner",
  "health.error": "Letzter Fehler",
  "health.since": "seit {when}",
  "health.todo": "Was zu tun ist",
  "health.next": "Nächster Blick",
  "health.soon": "gleich",
  "health.moved":
    "Der Anbieter schickt uns weiter zu {url}. Wir übernehmen diese Adresse, wenn er das drei Tage lang getan hat.",
  "health.daily": "Zurzeit liest ihn hier niemand, deshalb schauen wir einmal am Tag nach.",
  "health.push": "Der Anbieter meldet uns Neues sofort.",
  "health.status": "HTTP {status}",
  "health.do.forbidden":
    "Viele Anbieter sperren Programme mit einer Wand gegen Bots aus. Bitten Sie diesen, unseren Leser einzulassen, oder suchen Sie den Feed unter einer anderen Adresse. Wir versuchen es höflich weiter.",
  "health.do.missing": "Suchen Sie den Feed auf der Seite des Anbieters: Vielleicht hat er eine neue Adresse.",
  "health.do.gone":
    "Suchen Sie auf der Seite des Anbieters nach einem Nachfolger oder bestellen Sie den Feed ab. Wir schauen einmal am Tag, ob er zurückkehrt.",
  "health.do.busy": "Nichts. Wir kommen wieder, wenn der Server darum gebeten hat.",
  "health.do.wait":
    "Nichts. Solche Störungen gehen meist vorüber, und wir versuchen es von selbst wieder, mindestens einmal am Tag.",
  "health.do.dns":
    "Suchen Sie nach dem Anbieter: Seine Seite hat vielleicht einen neuen Namen. Wir versuchen es weiter.",
  "health.do.tls": "Nur der Anbieter kann sein Zertifikat erneuern; eine Zeile an ihn hilft. Wir versuchen es weiter.",
  "health.do.tooLarge": "Bitten Sie den Anbieter, weniger Einträge in den Feed zu stellen.",
  "health.do.loop":
    "Öffnen Sie die Adresse in einem Browser und folgen Sie der, bei der sie endet, falls es eine gibt.",
  "health.do.address": "Folgen Sie dem Feed unter seiner öffentlichen Adresse.",
  "health.do.notAFeed":
    "Suchen Sie den Feed auf der Seite des Anbieters: Unter dieser Adresse ist vielleicht keiner mehr.",
  "health.do.costly": "Bitten Sie den Anbieter, das Dokument zu reparieren. Wir versuchen es weiter.",
  "health.do.ours": "Nichts. Unsere Betreiber sehen es, und wir versuchen es wieder.",
}
