import type { Translation } from "../../message.ts"
import type { channel as source } from "./en.ts"

export const channel: Translation<typeof source> = {
  "channel.tabs": "Kanäle",
  "channel.search": "Diesen Kanal durchsuchen",
  "channel.search.for": "In diesem Kanal gefunden: {text}",
  "channel.all": "Alles aus diesem Kanal",
  "channel.preview": "Vorschau",
  "channel.directory.search": "Feeds und Kanäle durchsuchen",
}
