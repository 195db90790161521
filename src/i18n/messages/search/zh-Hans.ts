import type { Translation } from "../../message.ts"
import type { search as source } from "./en.ts"

export const search: Translation<typeof source> = {
  "search.tooShort": "至少需要三个字母，一个汉字即可",
}
