import { Effect } from "effect"
import { translator } from "#src/i18n/index.ts"
import { refusal, Unauthorized } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"

/** The signed-in person who calls. Guests are refused, and so is who still owes the second step. */
export const member = Effect.gen(function* () {
  const { member, locale } = yield* CurrentCaller
  if (member !== null && !member.isSecondStepPending) return member
  return yield* new Unauthorized(refusal(translator(locale)("notice.pleaseSignIn")))
})
