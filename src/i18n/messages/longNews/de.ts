import type { Translation } from "../../message.ts"
import type { longNews as source } from "./en.ts"

export const longNews: Translation<typeof source> = {
  "longNews.tooMany.day": {
    one: "Am Tag kann {count} Text hochgeladen werden. Bitte kommen Sie morgen wieder.",
    other: "Am Tag können {count} Texte hochgeladen werden. Bitte kommen Sie morgen wieder.",
  },
  "longNews.tooMany.all": {
    one: "Sie haben {count} Text in der Bibliothek; mehr sind nicht möglich.",
    other: "Sie haben {count} Texte in der Bibliothek; mehr sind nicht möglich.",
  },
  "longNews.empty": "Ohne das, was nicht sicher ist, bleibt von dem Text nichts übrig",
  "longNews.none": "Dieser Text ist nicht in der Bibliothek",
}
