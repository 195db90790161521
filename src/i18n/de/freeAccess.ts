import type { freeAccess as source } from "../en/freeAccess.ts"
import type { Translation } from "../message.ts"

export const freeAccess: Translation<typeof source> = {
  "subscriptions.free.refused.oneself": "Ihren eigenen Kanal können Sie ohnehin lesen.",
  "subscriptions.free.refused.until": "Wählen Sie einen Tag in den nächsten 10 Jahren, oder lassen Sie das Feld leer.",
  "subscriptions.free.refused.days": "Ein Probeabo kann höchstens 30 Tage dauern.",
  "subscriptions.free.refused.notOffered": "Dieser Kanal bietet kein Probeabo an.",
  "subscriptions.free.refused.tried": "Sie haben diesen Kanal bereits getestet.",
  "subscriptions.free.refused.open": "Sie haben bereits Zugang zu diesem Kanal.",
  "subscriptions.free.refused.full": "Sie können höchstens 500 Personen gleichzeitig Zugang geben.",
  "subscriptions.free.title": "Kostenloser Zugang",
  "subscriptions.free.text":
    "Bieten Sie ein Probeabo an, oder geben Sie Gästen, Kolleginnen und der Presse Zugang. Diese Personen zahlen nichts, belegen keinen Premiumplatz und zählen nicht als Unterstützer.",
  "subscriptions.free.days": "Tage des Probeabos",
  "subscriptions.free.days.hint": "Höchstens 30; 0 bedeutet kein Probeabo. Jede Person kann Ihren Kanal einmal testen.",
  "subscriptions.free.people": {
    one: "{count} Person hat kostenlosen Zugang",
    other: "{count} Personen haben kostenlosen Zugang",
  },
  "subscriptions.free.code": "Code der Person",
  "subscriptions.free.code.hint": "Er beginnt mit QI und steht auf ihrer Profilseite.",
  "subscriptions.free.end": "Letzter Tag",
  "subscriptions.free.end.hint": "Ohne Angabe gilt der Zugang, bis Sie ihn beenden.",
  "subscriptions.free.give": "Zugang geben",
  "subscriptions.free.withdraw": "Zugang beenden",
  "subscriptions.free.open": "Ohne Enddatum",
  "subscriptions.free.until": "Bis {date}",
  "subscriptions.free.own": "Kostenloser Zugang",
  "subscriptions.free.given": "Vom Kanal gewährt",
  "subscriptions.trial": "Probeabo",
  "subscriptions.trial.offer": { one: "Einen Tag kostenlos testen", other: "{count} Tage kostenlos testen" },
  "subscriptions.trial.text":
    "Lesen Sie alles für Abonnenten, ohne zu bezahlen. Das Probeabo endet von selbst und kostet Sie nichts.",
  "subscriptions.trial.begin": { one: "Probeabo für einen Tag starten", other: "Probeabo für {count} Tage starten" },
  "subscriptions.did.trial": "Ihr Probeabo hat begonnen.",
  "messages.notice.accessGiven.title": "Sie haben kostenlosen Zugang",
  "messages.notice.accessGiven.text":
    "{name} hat Ihnen Zugang zu den Beiträgen für Abonnenten gegeben. Sie müssen dafür nichts bezahlen.",
}
