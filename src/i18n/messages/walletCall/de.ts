import type { Translation } from "../../message.ts"
import type { walletCall as source } from "./en.ts"

export const walletCall: Translation<typeof source> = {
  "walletCall.notEnough": "Nicht genügend Guthaben",
  "walletCall.frozen": "Von diesem Konto kann derzeit nichts gezahlt werden. Bitte wenden Sie sich an den Support.",
  "walletCall.commandReused":
    "Das wurde schon einmal mit anderen Angaben gesendet, deshalb ist nichts geschehen. Bitte laden Sie die Seite neu.",
  "walletCall.noMovement": "Eine solche Buchung haben Sie nicht.",
  "walletCall.badCursor": "Die Liste lässt sich von dort nicht fortsetzen. Bitte beginnen Sie am Anfang.",
  "walletCall.amount.notDecimal": "Bitte geben Sie einen Betrag in Ziffern ein, etwa 0.5",
  "walletCall.amount.tooFine": "Der Betrag hat mehr Nachkommastellen als die Währung.",
  "walletCall.amount.tooLarge": "Der Betrag ist zu groß.",
  "walletCall.unfit.zero": "Bitte geben Sie einen Betrag ein.",
  "walletCall.unfit.dust": "Der Betrag ist zu klein: mindestens 0.00001.",
  "walletCall.unfit.asset": "Spenden kann man nur Coins.",
  "walletCall.unfit.oneself": "An sich selbst können Sie nicht spenden.",
  "walletCall.unfit.long": "Die Nachricht ist zu lang: höchstens 200 Zeichen.",
  "walletCall.codeOwed": "Bitte geben Sie die 6 Ziffern Ihres Authenticators ein.",
  "walletCall.passwordOwed":
    "Mehr als ein kleiner Betrag am Tag muss bestätigt werden: Bitte geben Sie Ihr Auszahlungspasswort ein.",
  "walletCall.proofOwed":
    "Um mehr als einen kleinen Betrag am Tag zu geben, richten Sie bitte zuerst ein Auszahlungspasswort oder die Zwei-Schritt-Anmeldung ein.",
  "walletCall.paused":
    "Was Ihre Wallet schützt, wurde vor Kurzem eingerichtet oder geändert. Zu Ihrer Sicherheit können Sie bis {time} (UTC) nur kleine Beträge geben.",
  "walletCall.leaving.underWay":
    "Etwas von Ihnen ist zurückgelegt, wird gerade ausgezahlt oder ist noch unterwegs zu Ihnen. Sobald das erledigt ist, können Sie Ihr Konto löschen.",
  "walletCall.leaving.owns":
    "In Ihrer Wallet sind Coins. Bitte zahlen Sie sie zuerst aus: Mit dem Konto wären sie verloren.",
  "walletCall.leaving.rest":
    "In Ihrer Wallet ist ein Rest, der kleiner ist als jede mögliche Auszahlung. Sie können Ihr Konto löschen, wenn Sie darauf verzichten.",
  "walletCall.noDeposits":
    "Einzahlungen in dieser Währung sind derzeit nicht möglich. Bitte versuchen Sie es später noch einmal.",
}
