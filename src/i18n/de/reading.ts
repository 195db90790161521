import type { reading as source } from "../en/reading.ts"
import type { Translation } from "../message.ts"

export const reading: Translation<typeof source> = {
  "subscriptions.reading": "Nach Lesezeit aufteilen",
  "subscriptions.reading.text":
    "Ihre Monatsgebühr wird danach aufgeteilt, wie lange Sie die einzelnen Creator lesen, nicht nach Gewichten. Ihr Browser misst die Zeit auf ihren Beiträgen. Nur die Anteile, die sich daraus ergeben, verlassen ihn, nie, wie lange Sie lesen oder was.",
  "subscriptions.reading.limits": "Jeder Creator erhält mindestens {floor} und höchstens {cap} Ihrer Gebühr.",
  "subscriptions.reading.how":
    "Sobald Sie in einem Monat zehn Minuten gelesen haben, meldet Ihr Browser die Anteile von selbst, etwa einmal am Tag. Sie gelten für den ganzen Monat; die letzte Meldung vor seinem Ende entscheidet. Wenn Sie in mehreren Browsern lesen, misst jeder für sich.",
  "subscriptions.reading.scripts":
    "Dafür ist JavaScript nötig: Lesezeit wird ausschließlich in Ihrem Browser gemessen.",
  "subscriptions.reading.on": "Nach Lesezeit aufteilen",
  "subscriptions.reading.off": "Wieder nach Gewichten aufteilen",
  "subscriptions.reading.now": "Diese Anteile jetzt verwenden",
  "subscriptions.reading.forget": "Lesezeiten löschen",
  "subscriptions.reading.forgotten": "Die Lesezeiten in diesem Browser wurden gelöscht.",
  "subscriptions.reading.table": "Lesezeit in diesem Monat",
  "subscriptions.reading.read": "Hier gelesen",
  "subscriptions.reading.measured": "Gemessener Anteil",
  "subscriptions.reading.set": "Gilt jetzt",
  "subscriptions.reading.part": "{part} nach Lesezeit",
  "subscriptions.reading.weights": "nach Gewicht",
  "subscriptions.reading.setAt": "Zuletzt gemeldet am {time}.",
  "subscriptions.reading.none": "Noch nichts gemessen. Bis dahin gelten die Gewichte.",
  "subscriptions.reading.refused.off": "Dieses Abo wird nicht nach Lesezeit aufgeteilt.",
  "subscriptions.reading.refused.unpaid": "Die Lesezeit zählt, sobald Sie einen Monat bezahlt haben.",
  "subscriptions.reading.refused.alone": "Bei einem einzigen Creator gibt es nichts aufzuteilen.",
  "subscriptions.reading.refused.fee":
    "Ihre Gebühr reicht nur für den Mindestanteil jedes Creators, deshalb kann die Lesezeit nichts ändern. Erhöhen Sie die Gebühr, oder entfernen Sie einen Creator.",
  "subscriptions.reading.refused.creators":
    "Die Creator dieses Abos haben sich geändert. Laden Sie die Seite neu, und versuchen Sie es noch einmal.",
  "subscriptions.reading.refused.parts":
    "Diese Anteile liegen außerhalb ihrer Grenzen. Laden Sie die Seite neu, und versuchen Sie es noch einmal.",
  "subscriptions.reading.refused.often":
    "Die Anteile wurden vor Kurzem festgelegt. Nach sechs Stunden können Sie sie wieder festlegen.",
}
