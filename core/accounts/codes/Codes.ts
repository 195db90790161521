import { Clock, Context, Effect, Layer, Result } from "effect"
import { dieOnConflict, sourceOf, uuidv7, withFreshCommandId } from "#core/kernel"
import { evenly } from "../evenly.ts"
import type { Purpose } from "../events.ts"
import { openAccounts } from "../openAccounts.ts"
import { TooOften } from "../refusals.ts"
import { Attempts, MAIL_WISHES, MAILS } from "../sessions/Attempts.ts"
import { requestCode } from "./requestCode.ts"

/** Codes that are mailed to people. */
export class Codes extends Context.Service<
  Codes,
  {
    /** Mails a code to whoever has an address (in its one spelling), if somebody has; the answer is the same for all. */
    send(
      purpose: "activation" | "signIn" | "reset" | "untiefa",
      email: string,
      address: string,
    ): Effect.Effect<void, TooOften>
    /** Mails a code to a member. */
    sendTo(purpose: "password" | "preference", personId: string): Effect.Effect<void, TooOften>
  }
>()("core/accounts/Codes") {
  static readonly layer = Layer.effect(
    Codes,
    Effect.gen(function* () {
      const accounts = yield* openAccounts
      const attempts = yield* Attempts

      const mail = Effect.fnUntraced(function* (purpose: Purpose, personId: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const code = { personId, codeId: uuidv7(nowMs), nowMs }
        yield* accounts.write(personId, (state) => Result.succeed(requestCode(purpose, code)(state)))
      })
      const counted = Effect.fnUntraced(function* (seconds: number) {
        if (seconds > 0) return yield* new TooOften({ seconds })
      })

      return Codes.of({
        send: Effect.fn("Codes.send")(function* (purpose, email, address) {
          yield* counted(yield* attempts.count(MAIL_WISHES, sourceOf(address)))
          yield* counted(yield* attempts.count(MAILS, email))
          yield* Effect.gen(function* () {
            const owner = yield* accounts.ownerOf(email)
            if (owner !== null) yield* mail(purpose, owner)
          }).pipe(dieOnConflict, withFreshCommandId, evenly)
        }),
        sendTo: Effect.fn("Codes.sendTo")(function* (purpose, personId) {
          const { email } = yield* accounts.peek(personId)
          yield* counted(yield* attempts.count(MAILS, email ?? personId))
          yield* mail(purpose, personId).pipe(dieOnConflict)
        }),
      })
    }),
  )
}
