import type { Translation } from "../../message.ts"
import type { keyboard as source } from "./en.ts"

export const keyboard: Translation<typeof source> = {
  "keyboard.title": "Tastenkürzel",
  "keyboard.next": "Nächster Beitrag",
  "keyboard.previous": "Voriger Beitrag",
  "keyboard.open": "Beitrag öffnen",
  "keyboard.original": "Dort öffnen, wo er erschienen ist, in einem neuen Tab",
  "keyboard.follow": "Seinem Feed folgen oder nicht mehr folgen (in einer Liste: den Feed zeigen)",
  "keyboard.search": "Suchen",
  "keyboard.help": "Diese Liste zeigen",
  "keyboard.libraryNews": "Nachrichten der Bibliothek",
  "keyboard.follows": "Feeds und Gruppen, denen Sie folgen",
  "keyboard.switch": "Einzelne Tasten als Kürzel verwenden",
  "keyboard.show": "Alle Kürzel zeigen",
}
