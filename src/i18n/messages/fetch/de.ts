import type { Translation } from "../../message.ts"
import type { fetch as source } from "./en.ts"

export const fetch: Translation<typeof source> = {
  "fetch.badAddress.unreadable": "Das ist keine Adresse. Sie sollte aussehen wie https://example.org/blog.",
  "fetch.badAddress.scheme": "Nur Adressen, die mit http:// oder https:// beginnen, lassen sich abonnieren.",
  "fetch.badAddress.credentials": "Die Adresse enthält einen Namen oder ein Passwort. Bitte ohne diese eingeben.",
  "fetch.badAddress.port": "Die Adresse nennt einen Port, der nicht erlaubt ist.",
  "fetch.badAddress.private": "Die Adresse gehört zu einem privaten Netz und ist von hier nicht erreichbar.",
  "fetch.tooManyRedirects": "Die Adresse leitet immer weiter, ohne anzukommen.",
  "fetch.timedOut": "Der Server des Anbieters braucht zu lange für eine Antwort.",
  "fetch.tooLarge": "Das Dokument ist zu groß für einen Feed.",
  "fetch.httpStatus.forbidden":
    "Der Server des Anbieters lässt keine Programme zu. Vielleicht gibt es eine andere Adresse für den Feed.",
  "fetch.httpStatus.missing":
    "Unter dieser Adresse ist nichts. Bitte prüfen oder den Feed auf der Seite des Anbieters suchen.",
  "fetch.httpStatus.gone": "Der Anbieter hat diesen Feed endgültig entfernt.",
  "fetch.httpStatus.busy": "Der Server des Anbieters bittet uns, später wiederzukommen.",
  "fetch.httpStatus.failed": "Der Server des Anbieters hat eine Störung.",
  "fetch.httpStatus.unexpected": "Der Server des Anbieters gab eine Antwort, die kein Dokument ist.",
  "fetch.unreachable.dns": "Einen Server mit diesem Namen gibt es nicht. Bitte die Schreibweise prüfen.",
  "fetch.unreachable.refused": "Der Server des Anbieters nimmt keine Verbindungen an.",
  "fetch.unreachable.reset": "Der Server des Anbieters hat die Verbindung abgebrochen.",
  "fetch.unreachable.network": "Der Server des Anbieters ist über das Netz nicht erreichbar.",
  "fetch.unreachable.tls": "Der Server des Anbieters hat kein gültiges Zertifikat; die Verbindung wäre nicht sicher.",
  "fetch.unreachable.broken": "Der Server des Anbieters hat etwas Unlesbares geschickt.",
  "discover.noFeedFound": "Unter dieser Adresse wurde kein Feed gefunden.",
  "discover.noFeedOffered": "Diese Plattform bietet für diese Adresse keinen Feed an.",
  "feeds.notAFeed.empty": "Das Dokument unter dieser Adresse ist leer.",
  "feeds.notAFeed.page": "Das ist eine Webseite, kein Feed.",
  "feeds.notAFeed.json": "Das sind Daten anderer Art, kein Feed.",
  "feeds.notAFeed.opml": "Das ist eine Liste von Feeds (OPML). Sie lässt sich bei den abonnierten Feeds importieren.",
  "feeds.notAFeed.other-xml": "Das ist XML anderer Art, kein Feed.",
  "feeds.notAFeed.unknown": "Das ist kein Feed.",
  "feeds.notAFeed.too-slow": "Dieses Dokument zu lesen dauert zu lange; vielleicht ist es mit Absicht so gebaut.",
  "feeds.notAFeed.too-heavy":
    "Dieses Dokument zu lesen braucht zu viel Speicher; vielleicht ist es mit Absicht so gebaut.",
  "feeds.ourFault": "Beim Lesen dieses Feeds ist auf unserer Seite etwas schiefgegangen. Es ist vermerkt.",
}
