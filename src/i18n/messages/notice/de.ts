import type { Translation } from "../../message.ts"
import type { notice as source } from "./en.ts"

export const notice: Translation<typeof source> = {
  "notice.pleaseSignIn": "Bitte melden Sie sich an",
  "notice.loggedOut": "Abgemeldet",
  "notice.success": "Erledigt",
}
