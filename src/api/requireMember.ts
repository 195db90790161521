import { Effect } from "effect"
import { translator } from "#src/i18n/index.ts"
import { refusal, Unauthorized } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"

/** The signed-in caller. Refuses guests and sessions whose second step is pending. */
export const requireMember = Effect.gen(function* () {
  const { member, locale } = yield* CurrentCaller
  if (member !== null && !member.isSecondStepPending) return member
  return yield* new Unauthorized(refusal(translator(locale)("notice.pleaseSignIn")))
})
