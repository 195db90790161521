import type { Translation } from "../../message.ts"
import type { home as source } from "./en.ts"

export const home: Translation<typeof source> = {
  "home.title": "Alles, was Sie lesen, in einem Feed nach Datum",
  "home.lead":
    "Blogs, Newsletter, Videokanäle und Podcasts unabhängiger Stimmen. Hier folgen, hier lesen, ganz ohne Konto.",
  "home.yours": "Ihren Newsfeed lesen",
  "home.channels": "Alle Kanäle",
}
