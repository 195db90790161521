import type { Translation } from "../../message.ts"
import type { opml as source } from "./en.ts"

export const opml: Translation<typeof source> = {
  "opml.title": "Feeds mitnehmen",
  "opml.text": "OPML ist das Listenformat, das jeder Feedreader versteht.",
  "opml.export": "Als OPML exportieren",
  "opml.import": "Importieren",
  "opml.file": "OPML-Datei",
  "opml.progress": "{done} von {total}",
  "opml.reading": "Liste wird gelesen …",
  "opml.imported": { one: "Sie folgen jetzt {count} Feed.", other: "Sie folgen jetzt {count} Feeds." },
  "opml.failed": {
    one: "{count} Feed konnte nicht gelesen werden:",
    other: "{count} Feeds konnten nicht gelesen werden:",
  },
  "opml.left": {
    one: "{count} Feed wurde ausgelassen: Ohne Konto sind es höchstens 10.",
    other: "{count} Feeds wurden ausgelassen: Ohne Konto sind es höchstens 10.",
  },
  "opml.unreadable": "Diese Datei ist keine OPML-Liste.",
  "opml.tooLarge": "Diese Datei ist für eine Feedliste zu groß.",
  "opml.done": "Die Liste wurde importiert.",
}
