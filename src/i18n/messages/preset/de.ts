import type { Translation } from "../../message.ts"
import type { preset as source } from "./en.ts"

export const preset: Translation<typeof source> = {
  "preset.title": "Bevor es weitergeht",
  "preset.text": "Wählen Sie, wie andere Sie hier sehen.",
  "preset.displayName": "Anzeigename",
  "preset.code": "Ihr Code",
  "preset.code.hint": "Andere finden Sie damit. Er lässt sich später nicht ändern.",
  "preset.code.others": "Andere vorschlagen",
  "preset.userName": "Benutzername",
  "preset.userName.hint": "Buchstaben A bis Z und Ziffern; am Anfang ein Buchstabe.",
  "preset.ok": "OK",
  "preset.cancel": "Registrierung abbrechen",
  "preset.missing": "Es fehlt noch:",
  "preset.min3": "Mindestens 3 Zeichen",
  "preset.min4": "Mindestens 4 Zeichen",
  "preset.format": "Bitte im richtigen Format eingeben",
  "preset.chooseCode": "Wählen Sie einen Code",
}
