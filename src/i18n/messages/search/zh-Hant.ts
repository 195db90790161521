import type { Translation } from "../../message.ts"
import type { search as source } from "./en.ts"

export const search: Translation<typeof source> = {
  "search.tooShort": "至少需要三個字母，一個漢字即可",
}
