import { Clock, Context, Effect, Layer, Result } from "effect"
import { dieOnConflict, jointWriter, uuidv7, withFreshCommandId } from "#core/kernel"
import { Account } from "../Account.ts"
import { claim } from "../claims/Claim.ts"
import { makeAccountAccess } from "../makeAccountAccess.ts"
import { readEmail } from "../names/names.ts"
import { Passwords, type Reauthentication } from "../passwords/Passwords.ts"
import {
  type AlreadyUsed,
  NameChangedConcurrently,
  type NoAccount,
  type Overloaded,
  TooOften,
  UnfitField,
  WrongCode,
  type WrongCredentials,
} from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import { Attempts, MAILS, MAILS_SIGNED_IN } from "../sessions/Attempts.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { type ChangedAccount, changeEmail, requestEmail } from "./changeEmail.ts"

/** Retries if the account or an address changes concurrently. */
const CONFLICTS_MAX = 3

/** Changes the email addresses of accounts. */
export class EmailChanges extends Context.Service<
  EmailChanges,
  {
    /**
     * Mails a code to a new address, after the member's identity was checked. The answer is the same for an address that
     * has an account.
     */
    request(
      personId: string,
      present: Reauthentication,
      newEmail: string,
    ): Effect.Effect<void, UnfitField | WrongCredentials | WrongCode | TooOften | Overloaded | NoAccount>
    /** Mails another code to the address that waits for one; the former code no longer works. */
    repeat(personId: string): Effect.Effect<void, UnfitField | TooOften | NoAccount>
    /** Changes the address with the code that was mailed to it; all other sessions end. Returns the log position. */
    confirm(
      who: { readonly personId: string; readonly sessionId: string },
      code: string,
    ): Effect.Effect<number, WrongCode | AlreadyUsed>
    /** The new address that waits for its code; null if none does. */
    requestedBy(personId: string): Effect.Effect<string | null>
  }
>()("core/accounts/EmailChanges") {
  static readonly layer = Layer.effect(
    EmailChanges,
    Effect.gen(function* () {
      const accounts = yield* makeAccountAccess
      const secrets = yield* Secrets
      const attempts = yield* Attempts
      const sessions = yield* Sessions
      const passwords = yield* Passwords
      const writeJointly = yield* jointWriter

      const tryConfirm = Effect.fnUntraced(function* (personId: string, code: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const { email, requestedEmail } = yield* accounts.peek(personId)
        if (requestedEmail === null) return null
        const claimIdOf = (address: string | null) => secrets.claimIdOf("email", address ?? personId)
        const parts = {
          account: { aggregate: Account, id: personId },
          previous: { aggregate: claim("email"), id: claimIdOf(email) },
          next: { aggregate: claim("email"), id: claimIdOf(requestedEmail) },
        }
        const matches = (codeId: string) => secrets.isDigitsOf(codeId, code)
        const { facts, receipt } = yield* writeJointly(
          parts,
          ({ account, ...claims }): Result.Result<ChangedAccount, AlreadyUsed | NameChangedConcurrently> =>
            account.email === email && account.requestedEmail === requestedEmail
              ? changeEmail({ personId, matches, nowMs })(account, claims)
              : Result.fail(new NameChangedConcurrently()),
        )
        return (facts.next ?? []).length > 0 ? receipt.position : null
      })

      const requestedBy = Effect.fn("EmailChanges.requestedBy")(function* (personId: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const { requestedEmail, codes } = yield* accounts.peek(personId)
        return codes.email !== undefined && nowMs < codes.email.expiresMs ? requestedEmail : null
      })

      /** Mails a code, within the limits of the person and of the address. */
      const send = Effect.fnUntraced(function* (personId: string, email: string) {
        const seconds = (yield* attempts.count(MAILS_SIGNED_IN, personId)) || (yield* attempts.count(MAILS, email))
        if (seconds > 0) return yield* new TooOften({ seconds })
        const nowMs = yield* Clock.currentTimeMillis
        const newCode = { personId, codeId: uuidv7(nowMs), nowMs }
        yield* withFreshCommandId(accounts.write(personId, requestEmail(email, newCode))).pipe(dieOnConflict)
      })

      return EmailChanges.of({
        request: Effect.fn("EmailChanges.request")(function* (personId, present, newEmail) {
          const email = yield* Effect.fromResult(
            Result.mapError(readEmail(newEmail), ({ problem }) => new UnfitField({ field: "newEmail", problem })),
          )
          if ((yield* accounts.peek(personId)).email === email)
            return yield* new UnfitField({ field: "newEmail", problem: "email.same" })
          yield* passwords.confirm(personId, present)
          yield* send(personId, email)
        }),

        repeat: Effect.fn("EmailChanges.repeat")(function* (personId) {
          const email = yield* requestedBy(personId)
          if (email === null) return yield* new UnfitField({ field: "newEmail", problem: "email" })
          yield* send(personId, email)
        }),

        confirm: Effect.fn("EmailChanges.confirm")(function* ({ personId, sessionId }, code) {
          const position = yield* Effect.retry(withFreshCommandId(tryConfirm(personId, code)), {
            while: (refused) => refused instanceof NameChangedConcurrently,
            times: CONFLICTS_MAX,
          }).pipe(Effect.catchTags({ NameChangedConcurrently: Effect.die, StreamConflict: Effect.die }))
          if (position === null) return yield* new WrongCode({})
          yield* sessions.endAll(personId, sessionId)
          return position
        }),

        requestedBy,
      })
    }),
  )
}
