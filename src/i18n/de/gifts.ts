import type { gifts as source } from "../en/gifts.ts"
import type { Translation } from "../message.ts"

export const gifts: Translation<typeof source> = {
  "subscriptions.gift.refused.unknown": "Zu diesem Code finden wir kein Geschenk.",
  "subscriptions.gift.refused.claimed": "Dieses Geschenk wurde bereits angenommen.",
  "subscriptions.gift.refused.returned":
    "Dieses Geschenk kann nicht mehr angenommen werden. Es ging an die Person zurück, die es bezahlt hat.",
  "subscriptions.gift.refused.oneself":
    "Sie haben dieses Geschenk bezahlt. Senden Sie den Link jemand anderem, oder geben Sie es zurück.",
  "subscriptions.gift.refused.creator":
    "Dieses Geschenk gilt für Ihren eigenen Kanal. Jemand anderes muss es annehmen.",
  "subscriptions.gift.refused.closed":
    "Dieser Kanal nimmt keine Abonnenten mehr an. Das Geschenk geht an die Person zurück, die es bezahlt hat.",
  "subscriptions.gift.refused.full":
    "Sie können höchstens 10 Geschenke gleichzeitig nutzen. Nehmen Sie dieses an, sobald ein anderes abgelaufen ist.",
  "subscriptions.gift.refused.many": "Höchstens 50 Ihrer Geschenke können gleichzeitig auf die Annahme warten.",
  "subscriptions.gifts.title": "Geschenke",
  "subscriptions.gifts.lead": "Bezahlen Sie ein Abo für jemand anderen, oder nehmen Sie ein geschenktes an.",
  "subscriptions.gifts.own": "Von Ihnen bezahlt",
  "subscriptions.gifts.none": "Noch keine. Auf der Seite jedes Kanals können Sie ein Abo verschenken.",
  "subscriptions.gifts.claimed": "Von Ihnen angenommen",
  "subscriptions.gift.give": "Verschenken",
  "subscriptions.gift.title": "{name} verschenken",
  "subscriptions.gift.text":
    "Sie bezahlen jetzt und erhalten einen Link zum Weitergeben. Wer es als Erstes annimmt, liest alles für Abonnenten. Nimmt es innerhalb von 90 Tagen niemand an, wird der Betrag Ihrem Guthaben gutgeschrieben. Bis dahin können Sie es auch selbst zurückgeben.",
  "subscriptions.gift.fee.hint": "Der Betrag geht ganz an den Kanal, abzüglich 5 % für die Plattform.",
  "subscriptions.gift.buy": "Geschenk bezahlen",
  "subscriptions.gift.claim.title": "Geschenk annehmen",
  "subscriptions.gift.code": "Code des Geschenks",
  "subscriptions.gift.open": "Geschenk öffnen",
  "subscriptions.gift.yours": "Ein Geschenk für Sie",
  "subscriptions.gift.contains": {
    one: "Ein Abo von {name} für einen Monat.",
    other: "Ein Abo von {name} für {count} Monate.",
  },
  "subscriptions.gift.worth": "Es unterstützt den Kanal mit {fee} {currency} im Monat.",
  "subscriptions.gift.claim.text":
    "Sie bezahlen nichts, weder jetzt noch später: Es endet von selbst. Wenn Sie für diesen Kanal schon bezahlen, beginnt es nach dem bezahlten Zeitraum.",
  "subscriptions.gift.renews":
    "Sie unterstützen {name} bereits selbst. Ihr eigenes Abonnement verlängert sich neben dem Geschenk weiter. Pausieren Sie es, wenn Sie nicht zusätzlich zahlen möchten:",
  "subscriptions.gift.claim": "Geschenk annehmen",
  "subscriptions.gift.look": "Kanal ansehen",
  "subscriptions.gift.returns": "Noch nicht angenommen. Am {date} geht es an Sie zurück.",
  "subscriptions.gift.claimed": "Angenommen am {date}",
  "subscriptions.gift.returned": "Am {date} Ihrem Guthaben gutgeschrieben",
  "subscriptions.gift.link": "Senden Sie diesen Link an eine Person",
  "subscriptions.gift.return": "Zurückgeben",
  "subscriptions.gift.return.question": "Geschenk zurücknehmen? Der Link gilt dann nicht mehr.",
  "subscriptions.gift.return.act": "Geschenk zurückgeben",
  "subscriptions.did.gift": "Bezahlt. Senden Sie nun den Link des Geschenks.",
  "subscriptions.did.claim": "Das Geschenk gehört Ihnen.",
  "subscriptions.did.return": "Das Geschenk wurde Ihrem Guthaben gutgeschrieben.",
  "messages.notice.giftClaimed.title": "Ihr Geschenk wurde angenommen",
  "messages.notice.giftClaimed.text": "Dank Ihnen liest nun jemand {name}.",
  "messages.notice.giftReturned.title": "Ein Geschenk ging an Sie zurück",
  "messages.notice.giftReturned.text":
    "Ihr Geschenk von {name} wurde nicht angenommen oder konnte nicht mehr angenommen werden. Der Betrag ist wieder auf Ihrem Guthaben.",
  "messages.notice.giftEnded.title": "Ihr geschenktes Abo ist abgelaufen",
  "messages.notice.giftEnded.text":
    "Die geschenkten Monate sind vorbei. Wenn Sie den Zugang behalten möchten, können Sie selbst abonnieren.",
  "messages.notice.giftUndone.title": "Ihr geschenktes Abo ist beendet",
  "messages.notice.giftUndone.text":
    "Die Zahlung für ein Abo, das Sie geschenkt bekommen haben, gilt nicht mehr. Deshalb ist Ihr Zugang beendet. Sie müssen nichts bezahlen.",
}
