import type { Translation } from "../../message.ts"
import type { assist as source } from "./en.ts"

export const assist: Translation<typeof source> = {
  "assist.notConfigured.translate": "Übersetzen ist hier nicht eingerichtet",
  "assist.notConfigured.write": "Schreiben mit KI ist hier nicht eingerichtet",
  "assist.language": "Diese Sprache wird nicht angeboten",
  "assist.which": "Bitte angeben, was übersetzt werden soll: text oder itemId",
  "assist.spent.person":
    "Was eine Person am Tag übersetzen und schreiben lassen kann, ist aufgebraucht. Bitte kommen Sie morgen wieder.",
  "assist.spent.everybody":
    "Was am Tag übersetzt und geschrieben werden kann, ist aufgebraucht. Bitte kommen Sie morgen wieder.",
  "assist.failed": "Das ist gerade nicht gelungen. Bitte versuchen Sie es später noch einmal.",
  "assist.into": "Übersetzen in",
  "assist.translate": "Übersetzen",
  "assist.translation": "Original und Übersetzung",
  "assist.working": "Wird übersetzt …",
  "assist.note": "Von einer Maschine übersetzt, die sich irren kann.",
  "assist.cut": "Der Text ist länger, als auf einmal übersetzt wird: Sein Ende fehlt.",
  "assist.close": "Nur das Original zeigen",
}
