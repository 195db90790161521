import type { Translation } from "../../message.ts"
import type { appPasswords as source } from "./en.ts"

export const appPasswords: Translation<typeof source> = {
  "appPasswords.title": "App-Passwörter",
  "appPasswords.lead":
    "Eine Lese-App meldet sich mit einem eigenen Passwort an, das Sie zurücknehmen können, ohne Ihres zu ändern.",
  "appPasswords.address": "Adresse für die App",
  "appPasswords.other": "Apps, die nach „FreshRSS“ oder „Google Reader API“ fragen, nehmen",
  "appPasswords.userName":
    "Der Benutzername ist Ihre E-Mail-Adresse oder Ihr Benutzername. Ein zurückgenommenes Passwort meldet seine App sofort ab.",
  "appPasswords.name": "App oder Gerät",
  "appPasswords.make": "Passwort erzeugen",
  "appPasswords.made": "Das Passwort für {name}. Es wird nur jetzt gezeigt:",
  "appPasswords.since": "Seit {date}",
  "appPasswords.revoke": "Zurücknehmen",
  "appPasswords.tooMany": "Sie können bis zu {count} App-Passwörter haben.",
  "appPasswords.none": "Dieses App-Passwort gibt es nicht.",
}
