import type { pledges as source } from "../en/pledges.ts"
import type { Translation } from "../message.ts"

export const pledges: Translation<typeof source> = {
  "subscriptions.pledges.title": "Zusagen",
  "subscriptions.pledges.lead":
    "Publikationen, die Sie unterstützen möchten, sobald ihre Autorinnen und Autoren hier sind.",
  "subscriptions.pledges.none":
    "Sie haben noch nichts zugesagt. Auf der Seite jeder Publikation, deren Autor noch nicht hier ist, finden Sie einen Link dafür.",
  "subscriptions.pledge.link": "Unterstützung zusagen",
  "subscriptions.pledge.to": "{title} unterstützen, sobald der Autor hier ist",
  "subscriptions.pledge.text":
    "Wir sammeln kein Geld für Menschen, die uns nicht darum gebeten haben. Es wird nichts abgebucht, weder jetzt noch später: Der Autor sieht, wie viele Personen warten, und wenn er hier ist, entscheiden Sie, ob Sie ein Abo abschließen.",
  "subscriptions.pledge.weight.hint":
    "Der Anteil, an den Sie denken: Eine Publikation mit Gewicht 2 bekäme doppelt so viel wie eine mit Gewicht 1.",
  "subscriptions.pledge.weight": "Gewicht {weight}",
  "subscriptions.pledge.act": "Unterstützung zusagen",
  "subscriptions.pledge.change": "Ändern",
  "subscriptions.pledge.withdraw": "Zurücknehmen",
  "subscriptions.pledge.withdraw.of": "Zusage für {title} zurücknehmen",
  "subscriptions.pledge.waiting": { one: "{count} Person wartet", other: "{count} Personen warten" },
  "subscriptions.pledge.waiting.you": {
    one: "{count} Person wartet darauf, Sie zu unterstützen.",
    other: "{count} Personen warten darauf, Sie zu unterstützen.",
  },
  "subscriptions.pledge.here": "Der Autor ist hier",
  "subscriptions.pledge.in": "Warten auf ihre Autoren, ohne Abbuchung:",
  "subscriptions.pledge.refused.claimed":
    "Der Autor dieser Publikation ist bereits hier. Sie können sie abonnieren, sobald er einen Kanal hat.",
  "subscriptions.pledge.refused.weight": "Geben Sie eine ganze Zahl zwischen 1 und 1.000 ein.",
  "subscriptions.pledge.refused.many": "Sie können höchstens 100 Publikationen Unterstützung zusagen.",
  "messages.notice.pledgeArrived.title": "{title}: Der Autor ist jetzt hier",
  "messages.notice.pledgeArrived.text":
    "{name} hat jetzt einen Kanal. Sie haben Unterstützung zugesagt: Wenn Sie möchten, können Sie ihn nun abonnieren. Abgebucht wurde nichts.",
}
