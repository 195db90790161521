import type { Translation } from "../../message.ts"
import type { library as source } from "./en.ts"

export const library: Translation<typeof source> = {
  "library.title": "Neues aus der Bibliothek",
  "library.about": "Das Neueste aus der ganzen Bibliothek",
  "library.list.tag": "Neues zum Schlagwort {tag}",
  "library.list.search": "Neues, in dem {text} vorkommt",
  "library.list.follows": "Ausgewählte Feeds",
  "library.list.follows.about": "Das Neueste aus einigen Feeds der Bibliothek",
  "library.elsewhere": "Diese Liste in einem anderen Programm lesen:",
}
