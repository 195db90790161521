import { Clock, Context, Effect, Layer } from "effect"
import { dieOnConflict, sourceOf, withFreshCommandId } from "#core/kernel"
import { evenlyRefused } from "../evenly.ts"
import { openAccounts, type Proof } from "../openAccounts.ts"
import { type Crowded, type NoAccount, TooOften, type UnfitField, WrongCode, WrongCredentials } from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import { Attempts, SIGN_INS, WRONG_PASSWORDS } from "../sessions/Attempts.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { spendCode } from "../signIn/spendCode.ts"
import { changePassword, changePasswordByCode, resetPassword } from "./changePassword.ts"
import { checkPassword } from "./checkPassword.ts"
import { Passwords } from "./Passwords.ts"

/** How members show that it is they who ask: by their password, or by the code that was mailed for it. */
export type Present = { readonly password: string } | { readonly code: string }

type Refusal = WrongCredentials | WrongCode | UnfitField | TooOften | Crowded | NoAccount

/** Where passwords are changed and asked for. */
export class PasswordDesk extends Context.Service<
  PasswordDesk,
  {
    /** Chooses a new password with the code or link that was mailed for it; every session ends. */
    reset(proof: Proof, next: string, address: string): Effect.Effect<void, WrongCode | UnfitField | TooOften | Crowded>
    /** A member chooses a new password; every session ends but the one given. */
    change(
      who: { readonly personId: string; readonly sessionId: string },
      present: Present,
      next: string,
    ): Effect.Effect<void, Refusal>
    /** Whether it is the member who asks, before something that cannot be undone. */
    confirm(
      personId: string,
      present: Present,
    ): Effect.Effect<void, WrongCredentials | WrongCode | TooOften | Crowded | NoAccount>
    /**
     * Whether a member may have this as a second password: it has to be as good as the first (field `password`). `isSignIn`: it
     * is the first.
     */
    checkSecond(personId: string, next: string): Effect.Effect<{ readonly isSignIn: boolean }, UnfitField | Crowded>
  }
>()("core/accounts/PasswordDesk") {
  static readonly layer = Layer.effect(
    PasswordDesk,
    Effect.gen(function* () {
      const accounts = yield* openAccounts
      const secrets = yield* Secrets
      const passwords = yield* Passwords
      const attempts = yield* Attempts
      const sessions = yield* Sessions

      /** The hash that a member's password was compared with. */
      const compare = Effect.fnUntraced(function* (personId: string, password: string) {
        const { email, passwordHash } = yield* accounts.peek(personId)
        const key = email ?? personId
        const seconds = yield* attempts.count(WRONG_PASSWORDS, key)
        if (seconds > 0) return yield* new TooOften({ seconds })
        if (!(yield* passwords.isRight(password, passwordHash)) || passwordHash === null)
          return yield* new WrongCredentials({})
        yield* attempts.forget(WRONG_PASSWORDS, key)
        return passwordHash
      })
      const given = Effect.fnUntraced(function* (personId: string, code: string) {
        const nowMs = yield* Clock.currentTimeMillis
        return { personId, isIt: (codeId: string) => secrets.isDigitsOf(codeId, code), nowMs }
      })

      return PasswordDesk.of({
        reset: Effect.fn("PasswordDesk.reset")(function* (proof, next, address) {
          const seconds = yield* attempts.count(SIGN_INS, sourceOf(address))
          if (seconds > 0) return yield* new TooOften({ seconds })
          yield* Effect.fromResult(checkPassword(next, { field: "newPassword", email: emailOf(proof) }))
          yield* Effect.gen(function* () {
            const [read, passwordHash] = [yield* accounts.readProof(proof), yield* passwords.hash(next)]
            if (read === null) return yield* new WrongCode({})
            const { personId } = read
            const nowMs = yield* Clock.currentTimeMillis
            yield* accounts.byCode(personId, resetPassword({ ...read, passwordHash, nowMs }))
            yield* sessions.endAll(personId)
          }).pipe(evenlyRefused)
        }),

        change: Effect.fn("PasswordDesk.change")(function* ({ personId, sessionId }, present, next) {
          const { email } = yield* accounts.peek(personId)
          yield* Effect.fromResult(checkPassword(next, { field: "newPassword", email }))
          if ("password" in present) {
            const old = yield* compare(personId, present.password)
            const passwordHash = yield* passwords.hash(next)
            const nowMs = yield* Clock.currentTimeMillis
            yield* withFreshCommandId(
              accounts.write(personId, changePassword(old, { personId, passwordHash, nowMs })),
            ).pipe(dieOnConflict)
          } else {
            const passwordHash = yield* passwords.hash(next)
            const code = yield* given(personId, present.code)
            yield* accounts.byCode(personId, changePasswordByCode({ ...code, passwordHash }))
          }
          yield* sessions.endAll(personId, sessionId)
        }),

        confirm: Effect.fn("PasswordDesk.confirm")(function* (personId, present) {
          if ("password" in present) return yield* Effect.asVoid(compare(personId, present.password))
          const code = yield* given(personId, present.code)
          yield* accounts.byCode(personId, spendCode({ ...code, purpose: "password" }))
        }),

        checkSecond: Effect.fn("PasswordDesk.checkSecond")(function* (personId, next) {
          const { email, passwordHash } = yield* accounts.peek(personId)
          yield* Effect.fromResult(checkPassword(next, { field: "password", email }))
          return { isSignIn: yield* passwords.isRight(next, passwordHash) }
        }),
      })
    }),
  )
}

const emailOf = (proof: Proof): string | null => ("email" in proof ? proof.email : null)
