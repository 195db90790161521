import type { Translation } from "../../message.ts"
import type { pictures as source } from "./en.ts"

export const pictures: Translation<typeof source> = {
  "pictures.unreadable": "Das ist kein lesbares Bild. Möglich sind JPEG, PNG, WebP, GIF und AVIF.",
  "pictures.tooLarge": "Das Bild ist zu groß: höchstens 10 MB und 40 Megapixel.",
  "pictures.tooMany": "Sie haben heute so viele Bilder gesendet, wie es geht. Bitte machen Sie morgen weiter.",
}
