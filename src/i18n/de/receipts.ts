import type { receipts as source } from "../en/receipts.ts"
import type { Translation } from "../message.ts"

export const receipts: Translation<typeof source> = {
  "subscriptions.receipt.title": "Beleg",
  "subscriptions.receipt.lead": "Was Sie für diesen Zeitraum bezahlt haben und wohin jede Einheit davon ging.",
  "subscriptions.receipt.period": "Zeitraum",
  "subscriptions.receipt.payer": "Bezahlt von",
  "subscriptions.receipt.number": "Belegnummer",
  "subscriptions.receipt.paid": "Abgebucht",
  "subscriptions.receipt.pending":
    "Es gibt noch keinen Beleg. Ein Zeitraum erhält ihn innerhalb einer Stunde nach der Auszahlung.",
  "subscriptions.receipt.verify": "Prüfen",
  "subscriptions.receipt.verified": "Geprüft: stimmt mit dem veröffentlichten Nachweis überein.",
  "subscriptions.receipt.wrong":
    "Stimmt nicht mit dem veröffentlichten Nachweis überein. Bitte melden Sie sich bei uns.",
  "subscriptions.receipt.unpublished":
    "In sich stimmig, aber die veröffentlichten Nachweise konnten nicht geladen werden.",
  "subscriptions.receipt.failed": "Die Prüfung war nicht möglich. Bitte versuchen Sie es erneut.",
  "subscriptions.receipt.print": "Drucken",
  "subscriptions.receipt.download": "Als JSON herunterladen",
  "subscriptions.receipt.noscript":
    "Die Prüfung läuft in Ihrem Browser und benötigt Skripte. Sie können den Beleg auch herunterladen und mit einem anderen Programm prüfen.",
  "subscriptions.receipt.proof": "Nachweis {number}",
  "subscriptions.receipt.proof.text": {
    one: "Er umfasst {count} bezahlten Zeitraum und verrät nichts über andere. Würden wir einen Betrag nachträglich ändern, passte die veröffentlichte Wurzel nicht mehr.",
    other:
      "Er umfasst {count} bezahlte Zeiträume und verrät nichts über andere. Würden wir einen Betrag nachträglich ändern, passte die veröffentlichte Wurzel nicht mehr.",
  },
  "subscriptions.receipt.root": "Wurzel",
  "subscriptions.receipt.digest": "Prüfsumme",
  "subscriptions.receipt.previous": "Prüfsumme des vorigen Nachweises",
  "subscriptions.receipt.wallet": "Nachweis der Wallet",
  "subscriptions.receipt.pdf": "Beleg als PDF",
  "subscriptions.receipt.fee": "Monatsgebühr",
  "subscriptions.receipt.price": "Preis",
  "subscriptions.receipt.open":
    "Dieser Zeitraum läuft noch. Nach der Auszahlung zeigt der Beleg, wer wie viel erhalten hat.",
  "subscriptions.receipt.unproved": "Der Nachweis dieser Auszahlung wird innerhalb einer Stunde veröffentlicht.",
  "creators.payday.title": "Auszahlungsbeleg",
  "creators.payday.recipient": "Ausgezahlt an",
  "creators.payday.paidAt": "Ausgezahlt am",
  "creators.payday.from": "Für",
  "creators.payday.value": "Wert zu dieser Zeit",
  "creators.payday.paid": "Ausgezahlt",
  "creators.payday.shares": "Anteile an Monatsgebühren",
  "creators.payday.premium": "Premium",
  "creators.payday.net":
    "Der Anteil der Plattform ist bereits abgezogen. Zum Schutz der Abonnenten nennt der Beleg keine Namen.",
  "paydays.title": "Zahltagsnachweise",
  "paydays.lead": "Jede Stunde veröffentlichen wir eine Zahl, die für alles steht, was Creator erhalten haben.",
  "paydays.text":
    "Zahlende und Creator haben Belege, die zu diesen Nachweisen passen. Jeder Nachweis enthält den vorigen, sodass sich keiner unbemerkt austauschen lässt.",
  "paydays.none": "Es wurde noch nichts ausgezahlt.",
  "paydays.cycles": { one: "{count} bezahlter Zeitraum", other: "{count} bezahlte Zeiträume" },
  "creators.paydays.title": "Zahltage",
  "creators.paydays.lead":
    "Was Ihnen die Gebühren Ihrer Abonnenten eingebracht haben. Die Belege weisen jeden Betrag nach, ohne zu verraten, wer gezahlt hat.",
  "creators.paydays.none":
    "Noch kein Zahltag. Gebühren werden ausgezahlt, wenn der bezahlte Zeitraum eines Abonnenten endet.",
}
