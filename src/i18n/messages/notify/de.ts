import type { Translation } from "../../message.ts"
import type { notify as source } from "./en.ts"

export const notify: Translation<typeof source> = {
  "notify.title": "Benachrichtigungen",
  "notify.text": "Von Neuem aus der Bibliothek erfahren, höchstens jede halbe Stunde.",
  "notify.on": "Benachrichtigen",
  "notify.off": "Nicht mehr benachrichtigen",
  "notify.started": "Sie werden über Neues aus der Bibliothek benachrichtigt.",
  "notify.stopped": "Sie werden nicht mehr benachrichtigt.",
  "notify.denied":
    "Ihr Browser lässt Benachrichtigungen dieser Seite nicht zu. In seinen Einstellungen lässt sich das ändern.",
  "notify.unsupported": "Dieser Browser kennt keine Benachrichtigungen.",
  "notify.noTarget": "Die Adresse dieses Browsers für Benachrichtigungen ist nicht brauchbar",
  "notify.full": "Zurzeit sind keine weiteren Benachrichtigungen möglich. Bitte versuchen Sie es später wieder.",
}
