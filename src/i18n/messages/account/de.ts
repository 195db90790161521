import type { Translation } from "../../message.ts"
import type { account as source } from "./en.ts"

export const account: Translation<typeof source> = {
  "account.signIn.title": "Anmelden",
  "account.signUp.title": "Registrieren",
  "account.lead": "Sie lesen als Gast.",
  "account.limits":
    "Ohne Konto können Sie bis zu 10 Feeds folgen und 3 Gruppen anlegen; gespeichert wird das in diesem Browser.",
  "account.start": "Newsfeed lesen",
  "account.email": "E-Mail-Adresse",
  "account.password": "Passwort",
  "account.password.hint": "Mindestens {length} Zeichen. Ein Satz merkt sich leicht.",
  "account.password.new": "Neues Passwort",
  "account.invite": "Einladungscode",
  "account.invite.none": "Ohne Einladung registrieren",
  "account.invite.have": "Ich habe einen Einladungscode",
  "account.signUp.submit": "Konto anlegen",
  "account.signUp.have": "Sie haben schon ein Konto?",
  "account.signIn.none": "Sie haben noch kein Konto?",
  "account.signIn.byCode": "Mit einem Code per E-Mail anmelden",
  "account.signIn.byPassword": "Mit Passwort anmelden",
  "account.forgot": "Passwort vergessen?",
  "account.forgot.text":
    "Geben Sie die Adresse Ihres Kontos ein; wir schicken Ihnen einen Code, mit dem Sie ein neues Passwort wählen.",
  "account.code": "Code aus der E-Mail",
  "account.code.send": "Code schicken",
  "account.code.again": "Noch einmal schicken",
  "account.code.other": "Andere Adresse verwenden",
  "account.sent.title": "Sehen Sie in Ihr Postfach",
  "account.sent.text":
    "Wir haben an {email} geschrieben. Öffnen Sie den Link in der Nachricht oder geben Sie ihren Code hier ein.",
  "account.activate.title": "Adresse bestätigen",
  "account.activate.text": "Noch ein Klick, und Ihr Konto ist bereit.",
  "account.activate.submit": "Adresse bestätigen",
  "account.link.text": "Sie haben den Link einer Nachricht geöffnet, die wir Ihnen geschickt haben.",
  "account.reset.title": "Neues Passwort wählen",
  "account.reset.text": "Wenn sich das Passwort ändert, werden alle Geräte abgemeldet.",
  "account.reset.submit": "Passwort ändern",
  "account.reset.done": "Ihr Passwort ist geändert. Bitte melden Sie sich damit an.",
}
