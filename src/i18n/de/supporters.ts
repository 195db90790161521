import type { supporters as source } from "../en/supporters.ts"
import type { Translation } from "../message.ts"

/** Was Autoren über Menschen sehen, die gekommen und gegangen sind. */
export const supporters: Translation<typeof source> = {
  "supporters.title": "Unterstützer",
  "supporters.lead":
    "Wer Sie abonniert, wer gekommen und gegangen ist und wie lange Abonnenten bleiben. Wen sie sonst unterstützen, sehen Sie nie.",
  "supporters.present": "Abonnenten jetzt",
  "supporters.present.premium": "Mit Premium",
  "supporters.moves": "Gekommen und gegangen",
  "supporters.days": "Letzte {count} Tage",
  "supporters.all": "Abonnenten",
  "supporters.premium": "Premium",
  "supporters.joined": "Gekommen",
  "supporters.left": "Gegangen",
  "supporters.list": "Neueste Änderungen",
  "supporters.none": "In dieser Zeit ist niemand gekommen oder gegangen.",
  "supporters.reasons": "Warum Abonnements endeten",
  "supporters.reasons.premium": "Warum Premium endete",
  "supporters.reasons.note":
    "Fehlgeschlagene Zahlungen zählen als „Nicht verlängert“, bis jede der beiden Gruppen mindestens fünf Personen hat. Denn was jemand in der Wallet hat, ist privat.",
  "supporters.closed": "Konto geschlossen",
  "supporters.did.joined": "Abonniert",
  "supporters.did.left": "Gegangen",
  "supporters.did.premium": "Premium erhalten",
  "supporters.did.lost": "Premium beendet",
  "supporters.churn": "Abwanderung",
  "supporters.churn.text":
    "Abwanderung ist der Anteil der Personen, die zu Beginn eines Monats abonniert hatten und an seinem Ende nicht mehr. Monate gelten in UTC; der laufende endet heute.",
  "supporters.churn.month": "Monat",
  "supporters.churn.start": "Zu Beginn",
  "supporters.churn.premium": "Abwanderung Premium",
  "supporters.cohorts": "Wie lange Abonnenten bleiben",
  "supporters.cohorts.text":
    "Jede Zeile zeigt alle, die in diesem Monat zum ersten Mal abonniert haben, und wie viele davon ein, zwei oder mehr Monate später abonniert hatten. Ein Strich heißt, dass diese Zeit noch nicht vorbei ist.",
  "supporters.cohorts.none": "Noch hat niemand abonniert.",
  "supporters.cohorts.after": { one: "{count} Monat", other: "{count} Monate" },
  "supporters.previews": "Vom gesperrten Beitrag zum Abonnement",
  "supporters.previews.text":
    "Wie oft Ihre Beiträge für Abonnenten angemeldeten Lesern gesperrt gezeigt wurden, wie oft diese von dort aus die Abo-Seite öffneten und wie oft sie dort abonnierten. Wir zählen Schritte, keine Personen: Niemandes Weg wird aufgezeichnet. Abonnements bei einem späteren Besuch sind deshalb nicht enthalten.",
  "supporters.previews.shown": "Gesperrte Beiträge gezeigt",
  "supporters.previews.opened": "Abo-Seite geöffnet",
  "supporters.previews.subscribed": "Abonnements",
  "supporters.previews.few":
    "In dieser Zeit wurden weniger als fünf gesperrte Beiträge gezeigt. Zahlen erscheinen ab fünf.",
  "supporters.previews.part": "{part} der gesperrten Beiträge führten zu einem Abonnement.",
  "supporters.reason.cancelled": "Gekündigt",
  "supporters.reason.refunded": "Gekündigt mit Erstattung",
  "supporters.reason.removed": "Hat Sie aus dem Abonnement entfernt",
  "supporters.reason.paused": "Pausiert",
  "supporters.reason.notRenewed": "Nicht verlängert",
  "supporters.reason.giftEnded": "Geschenk abgelaufen",
  "supporters.reason.paymentFailed": "Zahlung fehlgeschlagen",
  "supporters.reason.paymentReversed": "Zahlung rückgängig gemacht",
  "supporters.reason.accountClosed": "Konto geschlossen",
  "supporters.reason.offerEnded": "Premium nicht mehr angeboten",
  "supporters.reason.channelClosed": "Sie haben Ihren Kanal geschlossen",
  "supporters.reason.channelWithheld": "Kanal gesperrt",
}
