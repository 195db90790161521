import type { Translation } from "../../message.ts"
import type { withdrawCall as source } from "./en.ts"

export const withdrawCall: Translation<typeof source> = {
  "withdrawCall.begun": "Ihre Auszahlung hat begonnen.",
  "withdrawCall.cancelled": "Die Auszahlung wurde abgebrochen. Die Coins stehen Ihnen wieder zur Verfügung.",
  "withdrawCall.addressLeft":
    "Diese Adresse gehört jemandem hier, der gegangen ist. Was Sie dorthin senden, könnte niemand mehr erreichen.",
  "withdrawCall.none": "Eine solche Auszahlung haben Sie nicht.",
  "withdrawCall.tooLate":
    "Diese Auszahlung lässt sich nicht mehr abbrechen: Sie wurde schon signiert oder ist beendet.",
  "withdrawCall.off": "Auszahlungen sind derzeit nicht möglich. Bitte versuchen Sie es später noch einmal.",
  "withdrawCall.paused.reset":
    "Ihr Auszahlungspasswort wurde zurückgesetzt. Zu Ihrer Sicherheit sind bis {time} (UTC) keine Auszahlungen möglich.",
  "withdrawCall.paused.signIn":
    "Ihr Anmeldepasswort wurde geändert. Zu Ihrer Sicherheit sind bis {time} (UTC) keine Auszahlungen möglich.",
  "withdrawCall.paused.step":
    "Ihre Zwei-Schritt-Anmeldung wurde geändert oder ausgeschaltet. Zu Ihrer Sicherheit sind bis {time} (UTC) keine Auszahlungen möglich.",
  "withdrawCall.feeMoved":
    "Das Netzwerk verlangt inzwischen mehr. Bitte sehen Sie sich die neue Gebühr an und bestätigen Sie noch einmal.",
  "withdrawCall.limit.person": "Das ist mehr, als Sie innerhalb von 24 Stunden auszahlen lassen können.",
  "withdrawCall.tooMany":
    "Viele Ihrer Auszahlungen sind noch nicht gesendet. Bitte warten Sie, bis einige gesendet sind, oder brechen Sie einige ab.",
  "withdrawCall.limit.all":
    "Heute wurde schon mehr ausgezahlt, als wir an einem Tag senden. Bitte versuchen Sie es morgen oder mit einem kleineren Betrag.",
  "withdrawCall.unfit.asset": "Das lässt sich nicht auszahlen.",
  "withdrawCall.unfit.zero": "Bitte geben Sie einen Betrag ein.",
  "withdrawCall.unfit.least": "Das ist weniger, als ausgezahlt werden kann.",
  "withdrawCall.unfit.dust": "Der Betrag ist so klein, dass das Netzwerk ihn nicht weitergäbe.",
  "withdrawCall.unfit.fee": "Die Gebühr ist höher, als eine Auszahlung kosten darf.",
  "withdrawCall.entry.full": "Ihr Adressbuch ist voll: Es fasst 50 Adressen.",
  "withdrawCall.entry.known": "Diese Adresse steht schon in Ihrem Adressbuch.",
  "withdrawCall.entry.label": "Bitte geben Sie der Adresse einen Namen mit höchstens 40 Zeichen.",
  "withdrawCall.entry.asset": "Coins dieser Art lassen sich nicht auszahlen.",
  "withdrawCall.entry.none": "Diese Adresse steht nicht in Ihrem Adressbuch.",
  "withdrawCall.entry.held":
    "Diese Adresse ist neu. Zu Ihrer Sicherheit können Sie erst 24 Stunden nach dem Hinzufügen dorthin auszahlen lassen.",
  "withdrawCall.entry.kept": "Die Adresse wurde hinzugefügt. In 24 Stunden können Sie dorthin auszahlen lassen.",
  "withdrawCall.password.none": "Bitte richten Sie zuerst ein Auszahlungspasswort ein.",
  "withdrawCall.password.wrong": "Das ist nicht Ihr Auszahlungspasswort.",
  "withdrawCall.password.same":
    "Bitte wählen Sie ein anderes Passwort als das, mit dem Sie sich anmelden, und als das bisherige.",
  "withdrawCall.password.proofOwed":
    "Bitte geben Sie Ihr bisheriges Auszahlungspasswort, den Code aus unserer E-Mail oder den Ihres Authenticators ein.",
  "withdrawCall.password.set": "Ihr Auszahlungspasswort wurde gespeichert.",
  "withdrawCall.address.malformed": "Das ist keine Adresse. Bitte kopieren Sie sie noch einmal vollständig.",
  "withdrawCall.address.otherChain": "Das ist eine Adresse von {chain}. Was dorthin gesendet wird, wäre verloren.",
  "withdrawCall.address.otherNetwork": "Diese Adresse von {chain} gehört zu einem anderen Netzwerk.",
  "withdrawCall.address.ambiguous": "Diese alte Form einer Adresse könnte für eine andere Währung gemeint sein.",
  "withdrawCall.address.tokens": "Diese Adresse ist für Token, die wir nicht haben.",
  "withdrawCall.address.confidential": "An vertrauliche Adressen (MWEB) können wir nicht senden.",
  "withdrawCall.address.unknownWitness":
    "An diese Art von Adresse können wir nicht senden: Das Netzwerk schützt sie noch nicht.",
  "withdrawCall.address.noPoint": "Was an diese Adresse gesendet wird, könnte niemand je ausgeben.",
  "withdrawCall.address.unpayable": "An diese Art von Adresse können wir nicht senden.",
  "withdrawCall.address.own": "Das ist eine Adresse Ihrer eigenen Wallet hier.",
  "withdrawCall.address.instead": "Meinten Sie {address}?",
}
