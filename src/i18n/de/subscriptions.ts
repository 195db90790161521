import type { subscriptions as source } from "../en/subscriptions.ts"
import type { Translation } from "../message.ts"

export const subscriptions: Translation<typeof source> = {
  "subscriptions.unfit.msf.low": "Die Monatsgebühr muss mindestens 1,00 betragen.",
  "subscriptions.unfit.msf.high": "Die Monatsgebühr darf höchstens 10.000,00 betragen.",
  "subscriptions.unfit.asset": "Mit dieser Währung lassen sich Abos gerade nicht bezahlen.",
  "subscriptions.unfit.currency": "Wählen Sie US-Dollar oder Euro für die Gebühr.",
  "subscriptions.unfit.weight": "Gewichte sind ganze Zahlen von 1 bis 1.000.",
  "subscriptions.unfit.creators.none": "Fügen Sie zuerst mindestens einen Kanal hinzu.",
  "subscriptions.unfit.creators.many": "Ein Abo kann 100 Kanäle enthalten.",
  "subscriptions.unfit.creators.oneself": "Den eigenen Kanal können Sie nicht abonnieren.",
  "subscriptions.unfit.share.small":
    "Jeder Kanal muss mindestens 1,00 im Monat erhalten. Erhöhen Sie die Gebühr, oder entfernen Sie einen Kanal.",
  "subscriptions.noRule": "Sie haben kein solches Abo.",
  "subscriptions.tooManyRules": "Sie können 10 Abos haben.",
  "subscriptions.notSubscribable": "Dieser Kanal nimmt keine Abonnenten an.",
  "subscriptions.noPrice":
    "Für diese Währung gibt es gerade keinen aktuellen Kurs, deshalb wurde nichts abgebucht. Bitte versuchen Sie es in ein paar Minuten noch einmal.",
  "subscriptions.noRefund.nothingPaid": "Es läuft kein bezahlter Zeitraum.",
  "subscriptions.noRefund.tooSoon":
    "Sie haben vor Kurzem eine Erstattung erhalten. Die nächste ist ab {time} (UTC) möglich. Zum Ende des Zeitraums können Sie jederzeit kündigen.",
}
