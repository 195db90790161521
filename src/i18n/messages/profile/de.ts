import type { Translation } from "../../message.ts"
import type { profile as source } from "./en.ts"

export const profile: Translation<typeof source> = {
  "profile.since": "Bei Quire seit {date}",
  "profile.edit": "Profil bearbeiten",
  "profile.activity": "Aktivität",
  "profile.activity.of": "Aktivität von {name}",
  "profile.empty": "Hier steht noch nichts.",
  "profile.search": "Personen finden",
  "profile.search.label": "Name oder Code",
  "profile.search.submit": "Suchen",
  "profile.search.hint": "Nach Anzeigename, Benutzername oder Code.",
  "profile.next": "Nächste Seite",
  "profile.did.joined": "Ist Quire beigetreten",
  "profile.did.named": "Hat einen Namen gewählt",
  "profile.did.userName": "Hat einen Benutzernamen gewählt",
  "profile.did.profile": "Hat das Profil geändert",
  "profile.did.password": "Hat das Passwort geändert",
  "profile.did.signedIn": "Hat sich angemeldet: {device}",
}
