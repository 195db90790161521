import type { Translation } from "../../message.ts"
import type { offline as source } from "./en.ts"

export const offline: Translation<typeof source> = {
  "offline.title": "Zum Lesen ohne Netz aufbewahrt",
  "offline.lead":
    "Die neuesten Beiträge dessen, was Sie abonniert haben, aufbewahrt in diesem Browser. Ohne Netz lesen Sie sie hier; Bilder, Töne und alles andere kommen mit dem Netz zurück.",
  "offline.empty": "Folgen Sie Feeds, und deren neueste Beiträge werden hier zum Lesen ohne Netz aufbewahrt.",
  "offline.settings": "Einstellungen",
  "offline.settings.title": "Lesen ohne Netz",
  "offline.settings.text":
    "Die letzten 200 Beiträge dessen, was Sie abonniert haben, und besuchte Seiten werden in diesem Browser aufbewahrt, damit Sie sie ohne Netz lesen können. Niemand sonst sieht sie.",
  "offline.settings.keep": "Beiträge zum Lesen ohne Netz aufbewahren",
  "offline.settings.amount": "In diesem Browser aufbewahrt: {amount}",
  "offline.settings.clear": "Aufbewahrtes löschen",
  "offline.settings.show": "Aufbewahrtes zeigen",
  "offline.settings.language": "Sprache",
  "offline.settings.theme": "Aussehen",
  "offline.settings.none": "Dieser Browser kann keine Seiten aufbewahren, oder Skripte sind ausgeschaltet.",
}
