import type { Translation } from "../../message.ts"
import type { passkeys as source } from "./en.ts"

export const passkeys: Translation<typeof source> = {
  "passkeys.title": "Passkeys",
  "passkeys.lead":
    "Ein Passkey meldet Sie mit Fingerabdruck, Gesicht oder Gerätecode an: ohne Passwort und ohne zweiten Schritt.",
  "passkeys.name": "Name",
  "passkeys.name.example": "Zum Beispiel: mein Telefon",
  "passkeys.add": "Passkey hinzufügen",
  "passkeys.rename": "Umbenennen",
  "passkeys.remove": "Entfernen",
  "passkeys.added": "Hinzugefügt am {date}",
  "passkeys.used": "zuletzt verwendet am {date}",
  "passkeys.use": "Passkey verwenden",
  "passkeys.failed": "Der Passkey konnte nicht verwendet werden. Bitte versuchen Sie es noch einmal.",
  "passkeys.refused": "Dieser Passkey passt nicht.",
  "passkeys.known": "Dieses Gerät hat schon einen Passkey für Ihr Konto.",
  "passkeys.tooMany": "Sie können bis zu {count} Passkeys haben.",
  "passkeys.none": "Diesen Passkey gibt es nicht.",
  "passkeys.unsupported": "Dieser Browser kennt keine Passkeys.",
}
