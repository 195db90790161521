import type { forwards as source } from "../en/forwards.ts"
import type { Translation } from "../message.ts"

export const forwards: Translation<typeof source> = {
  "subscriptions.forward.title": "Einnahmen weitergeben",
  "subscriptions.forward.text":
    "Geben Sie einen Teil Ihrer Abo-Einnahmen weiter, zum Beispiel an Mitautoren oder an die Hersteller Ihrer Werkzeuge. Sie werden an jedem Zahltag zusammen mit Ihnen bezahlt. Was Sie weitergeben, wird nicht noch einmal weitergegeben.",
  "subscriptions.forward.to": "Code der Person",
  "subscriptions.forward.part": "Anteil in Prozent",
  "subscriptions.forward.part.hint": "Zusammen höchstens {max}, an bis zu 5 Personen.",
  "subscriptions.forward.act": "Weitergeben",
  "subscriptions.forward.end": "Beenden",
  "subscriptions.forward.end.of": "Weitergabe an {name} beenden",
  "subscriptions.forward.incoming": "An Sie geben weiter",
  "subscriptions.forward.incoming.of": "{name} gibt {part} der eigenen Abo-Einnahmen an Sie weiter.",
  "subscriptions.forward.incoming.count": {
    one: "{count} Person gibt Einnahmen an Sie weiter",
    other: "{count} Personen geben Einnahmen an Sie weiter",
  },
  "subscriptions.forward.passed": "An {name} weitergegeben: {amount}",
  "subscriptions.forward.got": "Von {name} weitergegeben: {amount}",
  "subscriptions.forward.entry": "Weitergegeben an {name}",
  "subscriptions.forward.entry.by": "Weitergegeben von {name}",
  "subscriptions.forward.entry.someone": "Von Creatorn weitergegeben",
  "subscriptions.forward.gone": "ein ehemaliges Mitglied",
  "subscriptions.rehearsal.passedOn": "{amount} weitergegeben",
  "subscriptions.rehearsal.received": "{amount} an Sie weitergegeben",
  "subscriptions.forward.refused.oneself": "Sie können Einnahmen nicht an sich selbst weitergeben.",
  "subscriptions.forward.refused.loop":
    "Diese Person gibt bereits Einnahmen an Sie weiter. Gegenseitiges Weitergeben ist nicht möglich.",
  "subscriptions.forward.refused.part": "Geben Sie einen Anteil zwischen 0,1 und 50 Prozent ein.",
  "subscriptions.forward.refused.many": "Sie können Einnahmen an höchstens 5 Personen weitergeben.",
  "subscriptions.forward.refused.sum": "Sie können zusammen höchstens 50 Prozent weitergeben.",
  "messages.notice.forwardSet.title": "{name} gibt Einnahmen an Sie weiter",
  "messages.notice.forwardSet.text": "Sie erhalten ab jetzt an jedem Zahltag {perMille} der Aboeinnahmen.",
  "messages.notice.forwardEnded.title": "{name} gibt keine Einnahmen mehr an Sie weiter",
  "messages.notice.forwardEnded.text": "Was bereits ausgezahlt wurde, bleibt Ihres.",
}
