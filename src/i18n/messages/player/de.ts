import type { Translation } from "../../message.ts"
import type { player as source } from "./en.ts"

export const player: Translation<typeof source> = {
  "player.name": "Player",
  "player.back": "{count} Sekunden zurück",
  "player.on": "{count} Sekunden vor",
  "player.speed": "Tempo",
  "player.close": "Player schließen",
  "player.below": "Läuft am Fuß der Seite.",
  "player.chapters": "Kapitel",
  "player.chapters.count": { one: "{count} Kapitel", other: "{count} Kapitel" },
  "player.transcript": "Transkript",
  "player.fetching": "Wird bei {host} geholt …",
  "player.embed": "Film von {host} abspielen",
  "player.embed.about": "Von {host} wird nichts geladen, bevor Sie abspielen.",
  "player.refused.unavailable": "{host} antwortet im Moment nicht. Bitte versuchen Sie es in zehn Minuten noch einmal.",
  "player.refused.unreadable": "Was {host} geschickt hat, lässt sich nicht lesen.",
  "player.refused.busy": "Gerade wird vieles geholt. Bitte versuchen Sie es in einer Minute noch einmal.",
}
