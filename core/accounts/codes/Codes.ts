import { Clock, Context, Effect, Layer, Result } from "effect"
import { dieOnConflict, sourceOf, uuidv7, withFreshCommandId } from "#core/kernel"
import { constantTime } from "../constantTime.ts"
import type { Purpose } from "../events.ts"
import { makeAccountAccess } from "../makeAccountAccess.ts"
import { TooOften } from "../refusals.ts"
import {
  type AttemptLimit,
  Attempts,
  MAIL_REQUESTS,
  MAILS,
  MAILS_KNOWN_BROWSER,
  MAILS_SIGNED_IN,
} from "../sessions/Attempts.ts"
import { Browsers } from "../sessions/Browsers.ts"
import { NOBODY } from "../signIn/credentials.ts"
import { requestCode } from "./requestCode.ts"

/** Where a request comes from: its address, and the value of the cookie that identifies the browser, if any. */
type Origin = { readonly address: string; readonly browser: string | null }

/** Codes that are sent by mail. */
export class Codes extends Context.Service<
  Codes,
  {
    /**
     * Mails a code to the owner of an address (normalised by readEmail), if there is one; the response is the same for all.
     * A browser in which the account was signed in before may request more mails after strangers have used up the limit.
     */
    send(
      purpose: "activation" | "signIn" | "reset" | "untiefa",
      email: string,
      from: Origin,
    ): Effect.Effect<void, TooOften>
    /** Mails a code to a member. */
    sendToMember(purpose: "password" | "preference", personId: string): Effect.Effect<void, TooOften>
  }
>()("core/accounts/Codes") {
  static readonly layer = Layer.effect(
    Codes,
    Effect.gen(function* () {
      const accounts = yield* makeAccountAccess
      const attempts = yield* Attempts
      const browsers = yield* Browsers

      const mail = Effect.fnUntraced(function* (purpose: Purpose, personId: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const code = { personId, codeId: uuidv7(nowMs), nowMs }
        yield* accounts.write(personId, (state) => Result.succeed(requestCode(purpose, code)(state)))
      })
      const count = Effect.fnUntraced(function* (limit: AttemptLimit, key: string) {
        const seconds = yield* attempts.count(limit, key)
        if (seconds > 0) return yield* new TooOften({ seconds })
      })
      const countMail = Effect.fnUntraced(function* (email: string, { browser }: Origin) {
        const seconds = yield* attempts.count(MAILS, email)
        if (seconds === 0) return
        const owner = (yield* accounts.ownerOf(email)) ?? NOBODY
        if (!(yield* browsers.isKnown(owner, browser))) return yield* new TooOften({ seconds })
        yield* count(MAILS_KNOWN_BROWSER, owner)
      })

      return Codes.of({
        send: Effect.fn("Codes.send")(function* (purpose, email, from) {
          yield* count(MAIL_REQUESTS, sourceOf(from.address))
          yield* countMail(email, from)
          yield* Effect.gen(function* () {
            const owner = yield* accounts.ownerOf(email)
            if (owner !== null) yield* mail(purpose, owner)
          }).pipe(dieOnConflict, withFreshCommandId, constantTime)
        }),
        sendToMember: Effect.fn("Codes.sendTo")(function* (purpose, personId) {
          yield* count(MAILS_SIGNED_IN, personId)
          yield* mail(purpose, personId).pipe(dieOnConflict)
        }),
      })
    }),
  )
}
