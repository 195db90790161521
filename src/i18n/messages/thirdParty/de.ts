import type { Translation } from "../../message.ts"
import type { thirdParty as source } from "./en.ts"

export const thirdParty: Translation<typeof source> = {
  "thirdParty.signIn": "Mit {name} anmelden",
  "thirdParty.title": "Anmelden über andere",
  "thirdParty.lead": "Wen diese als Sie kennen, meldet sich als Sie an.",
  "thirdParty.link": "Mit {name} verbinden",
  "thirdParty.offered": "Sie kamen von {name}. Möchten Sie sich künftig darüber anmelden?",
  "thirdParty.since": "Seit {date}",
  "thirdParty.unlink": "Trennen",
  "thirdParty.owned": "Zu dieser Adresse gibt es ein Konto. Melden Sie sich an und stimmen Sie der Verbindung zu.",
  "thirdParty.unknown": "Diesen Weg zur Anmeldung gibt es nicht.",
  "thirdParty.failed": "Die Anmeldung dort ist nicht gelungen. Bitte versuchen Sie es noch einmal.",
  "thirdParty.unverified": "Ihre Adresse ist dort nicht bestätigt. Bitte registrieren Sie sich hier damit.",
  "thirdParty.taken": "Das ist mit einem anderen Konto verbunden.",
  "thirdParty.noAccount": "Neue Konten brauchen eine Einladung. Bitte registrieren Sie sich zuerst.",
  "thirdParty.tooMany": "Sie haben so viele verbunden, wie möglich sind.",
  "thirdParty.signInAgain": "Ihre Anmeldung liegt länger zurück. Bitte melden Sie sich neu an und verbinden Sie dann.",
  "thirdParty.none": "Das ist nicht verbunden.",
}
