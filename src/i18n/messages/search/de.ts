import type { Translation } from "../../message.ts"
import type { search as source } from "./en.ts"

export const search: Translation<typeof source> = {
  "search.tooShort": "muss mindestens drei Buchstaben haben; ein chinesisches Zeichen genügt",
}
