import { Effect } from "effect"
import { CurrentMeta } from "#core/kernel"
import { translator } from "#src/i18n/index.ts"
import { refusal, Unauthorized } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"

const MEMBER = /^user:(.+)$/

/** The code of the signed-in person who calls. Guests are refused. */
export const member = Effect.gen(function* () {
  const { actor } = yield* CurrentMeta
  const code = MEMBER.exec(actor)?.[1]
  if (code !== undefined) return code
  const { locale } = yield* CurrentCaller
  return yield* new Unauthorized(refusal(translator(locale)("notice.pleaseSignIn")))
})
