import type { posts as source } from "../en/posts.ts"
import type { Translation } from "../message.ts"

export const posts: Translation<typeof source> = {
  "posts.none": "Diesen Beitrag gibt es nicht.",
  "posts.deleted": "Beitrag gelöscht",
  "posts.unfit": "Bitte korrigieren Sie die markierten Felder.",
  "posts.channelNotActive": "Ihr Kanal ist nicht aktiv. Öffnen Sie ihn wieder, um zu veröffentlichen.",
  "posts.wrongState": "Das ist im aktuellen Zustand des Beitrags nicht möglich.",
  "posts.changed": "Inzwischen wurde eine neuere Fassung gespeichert. Laden Sie die Seite neu.",
  "posts.tooManyRevisions":
    "Für diesen Beitrag sind keine weiteren Fassungen möglich. Kopieren Sie ihn in einen neuen.",
  "posts.problem.title.empty": "Geben Sie einen Titel ein",
  "posts.problem.title.long": "Höchstens 300 Zeichen",
  "posts.problem.text.empty": "Schreiben Sie zuerst etwas",
  "posts.problem.text.long": "Der Text ist zu lang. Teilen Sie ihn auf mehrere Beiträge auf.",
  "posts.problem.slug.unfit": "Verwenden Sie Buchstaben oder Ziffern",
  "posts.problem.slug.taken": "Ein anderer Beitrag dieses Kanals hat diese Adresse",
  "posts.problem.slug.many": "Dieser Beitrag hatte schon 20 Adressen. Wählen Sie eine davon.",
  "posts.problem.tags.many": "Höchstens 10 Schlagwörter",
  "posts.problem.tags.long": "Ein Schlagwort darf 40 Zeichen haben",
  "posts.problem.series.long": "Höchstens 80 Zeichen",
  "posts.problem.media.many": "Ein Beitrag kann 200 Dateien zeigen",
  "posts.problem.level.gatedPublic":
    "Wählen Sie eine Stufe für den geschützten Teil, oder verschieben Sie seinen Text in die Vorschau",
  "posts.problem.level.notGated": "Schreiben Sie den Teil für diese Stufe, oder wählen Sie „Öffentlich“",
  "posts.problem.opens.order": "Er kann nicht für alle früher öffnen als für Abonnenten",
  "posts.problem.opens.long": "Geben Sie 0 bis 3.650 Tage an",
  "posts.problem.dueAt.past": "Wählen Sie einen Zeitpunkt in der Zukunft",
  "posts.problem.dueAt.far": "Wählen Sie einen Zeitpunkt innerhalb von zwei Jahren",
  "posts.problem.zone.unknown": "Geben Sie Datum, Uhrzeit und Zeitzone an",
}
