import { Clock, Context, Effect, Layer, Result } from "effect"
import { currentTimeIso, dieOnConflict, jointWriter, reader, sourceOf, withFreshCommandId, writer } from "#core/kernel"
import { AppPasswordBook } from "../appPasswords/AppPasswordBook.ts"
import { AppPasswordRevoked } from "../appPasswords/events.ts"
import { claim } from "../claims/Claim.ts"
import { consumeCode } from "../codes/checkCode.ts"
import { constantTimeFailures } from "../constantTime.ts"
import { Identities } from "../external/Identities.ts"
import { unlinkIdentity } from "../external/linkIdentity.ts"
import { makeAccountAccess, type Proof } from "../makeAccountAccess.ts"
import { PasskeyRemoved } from "../passkeys/events.ts"
import { PasskeyRing } from "../passkeys/PasskeyRing.ts"
import { type NoAccount, type Overloaded, TooOften, type UnfitField, WrongCode, WrongCredentials } from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import {
  type AttemptLimit,
  Attempts,
  SIGN_INS,
  WRONG_PASSWORDS,
  WRONG_PASSWORDS_SIGNED_IN,
} from "../sessions/Attempts.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { changePassword, changePasswordByCode, resetPassword } from "./changePassword.ts"
import { checkPassword } from "./checkPassword.ts"
import { PasswordHasher } from "./PasswordHasher.ts"

/**
 * Removes every way to sign in except the password: passkeys, app passwords and linked identities. For a password reset
 * after someone else had access to the account. The second step stays.
 */
const makeOtherSignInRemover = Effect.gen(function* () {
  const [writeKeys, writeApps, write] = [yield* writer(PasskeyRing), yield* writer(AppPasswordBook), yield* jointWriter]
  const readIdentities = yield* reader(Identities)
  return Effect.fnUntraced(
    function* (personId: string) {
      const nowIso = yield* currentTimeIso
      yield* writeKeys(personId, (passkeys) =>
        Result.succeed(
          passkeys.map(({ passkeyId }) => PasskeyRemoved.make({ personId, passkeyId, removedAt: nowIso })),
        ),
      )
      yield* writeApps(personId, (entries) =>
        Result.succeed(
          entries.map(({ passwordId }) => AppPasswordRevoked.make({ personId, passwordId, revokedAt: nowIso })),
        ),
      )
      for (const { identityId } of yield* readIdentities(personId)) {
        const parts = {
          identities: { aggregate: Identities, id: personId },
          claim: { aggregate: claim("identity"), id: identityId },
        }
        yield* write(parts, unlinkIdentity({ personId, identityId, nowIso })).pipe(
          Effect.catchTag("ThirdPartyRefused", () => Effect.void),
        )
      }
    },
    dieOnConflict,
    withFreshCommandId,
  )
})

/** Reauthentication of a member: the password, or a mailed code. */
export type Reauthentication = { readonly password: string } | { readonly code: string }

export type PasswordReset = {
  readonly proof: Proof
  readonly next: string
  /** The client's address, for rate limits. */
  readonly address: string
  readonly removesOtherSignIns: boolean
}

type Refusal = WrongCredentials | WrongCode | UnfitField | TooOften | Overloaded | NoAccount

/** Changes and checks the passwords of accounts. */
export class Passwords extends Context.Service<
  Passwords,
  {
    /**
     * Sets a new password with the code or link of a reset mail; all sessions end. With `removesOtherSignIns`, passkeys,
     * app passwords and linked identities are removed too.
     */
    reset(request: PasswordReset): Effect.Effect<void, WrongCode | UnfitField | TooOften | Overloaded>
    /** Changes a member's password; all other sessions end. */
    change(
      who: { readonly personId: string; readonly sessionId: string },
      present: Reauthentication,
      next: string,
    ): Effect.Effect<void, Refusal>
    /** Checks the member's identity before an irreversible action. */
    confirm(
      personId: string,
      present: Reauthentication,
    ): Effect.Effect<void, WrongCredentials | WrongCode | TooOften | Overloaded | NoAccount>
    /**
     * Checks a password from a program without a session; shares its rate limit with sign-ins.
     * Returns the stored hash.
     */
    check(personId: string, password: string): Effect.Effect<string, WrongCredentials | TooOften | Overloaded>
    /**
     * Checks a second password by the rules of sign-in passwords (field `password`). `isSignIn`: it equals the sign-in
     * password.
     */
    checkSecond(personId: string, next: string): Effect.Effect<{ readonly isSignIn: boolean }, UnfitField | Overloaded>
  }
>()("core/accounts/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const accounts = yield* makeAccountAccess
      const secrets = yield* Secrets
      const hasher = yield* PasswordHasher
      const attempts = yield* Attempts
      const sessions = yield* Sessions
      const removeOtherSignIns = yield* makeOtherSignInRemover

      /** Checks an account's password; returns the stored hash. */
      const compare = Effect.fnUntraced(function* (
        limit: AttemptLimit,
        key: string,
        account: Account,
        password: string,
      ) {
        const seconds = yield* attempts.count(limit, key)
        if (seconds > 0) return yield* new TooOften({ seconds })
        const { passwordHash } = account
        if (!(yield* hasher.isRight(password, passwordHash)) || passwordHash === null)
          return yield* new WrongCredentials({})
        yield* attempts.forget(limit, key)
        return passwordHash
      })
      const compareOwn = Effect.fnUntraced(function* (personId: string, password: string) {
        return yield* compare(WRONG_PASSWORDS_SIGNED_IN, personId, yield* accounts.peek(personId), password)
      })
      const given = Effect.fnUntraced(function* (personId: string, code: string) {
        const nowMs = yield* Clock.currentTimeMillis
        return { personId, matches: (codeId: string) => secrets.isDigitsOf(codeId, code), nowMs }
      })

      return Passwords.of({
        reset: Effect.fn("Passwords.reset")(function* ({ proof, next, address, removesOtherSignIns }) {
          const seconds = yield* attempts.count(SIGN_INS, sourceOf(address))
          if (seconds > 0) return yield* new TooOften({ seconds })
          yield* checkPassword(next, { field: "newPassword", email: emailOf(proof) })
          yield* Effect.gen(function* () {
            const [read, passwordHash] = [yield* accounts.readProof(proof), yield* hasher.hash(next)]
            if (read === null) return yield* new WrongCode({})
            const { personId } = read
            const nowMs = yield* Clock.currentTimeMillis
            yield* accounts.byCode(personId, resetPassword({ ...read, passwordHash, nowMs }))
            if (removesOtherSignIns) yield* removeOtherSignIns(personId)
            yield* sessions.endAll(personId)
          }).pipe(constantTimeFailures)
        }),

        change: Effect.fn("Passwords.change")(function* ({ personId, sessionId }, present, next) {
          const { email } = yield* accounts.peek(personId)
          yield* checkPassword(next, { field: "newPassword", email })
          if ("password" in present) {
            const old = yield* compareOwn(personId, present.password)
            const passwordHash = yield* hasher.hash(next)
            const nowMs = yield* Clock.currentTimeMillis
            yield* withFreshCommandId(
              accounts.write(personId, changePassword(old, { personId, passwordHash, nowMs })),
            ).pipe(dieOnConflict)
          } else {
            const passwordHash = yield* hasher.hash(next)
            const code = yield* given(personId, present.code)
            yield* accounts.byCode(personId, changePasswordByCode({ ...code, passwordHash }))
          }
          yield* sessions.endAll(personId, sessionId)
        }),

        confirm: Effect.fn("Passwords.confirm")(function* (personId, present) {
          if ("password" in present) return yield* Effect.asVoid(compareOwn(personId, present.password))
          const code = yield* given(personId, present.code)
          yield* accounts.byCode(personId, consumeCode({ ...code, purpose: "password" }))
        }),

        check: Effect.fn("Passwords.check")(function* (personId, password) {
          const account = yield* accounts.peek(personId)
          return yield* compare(WRONG_PASSWORDS, account.email ?? personId, account, password)
        }),

        checkSecond: Effect.fn("Passwords.checkSecond")(function* (personId, next) {
          const { email, passwordHash } = yield* accounts.peek(personId)
          yield* checkPassword(next, { field: "password", email })
          return { isSignIn: yield* hasher.isRight(next, passwordHash) }
        }),
      })
    }),
  )
}

type Account = { readonly passwordHash: string | null }

const emailOf = (proof: Proof): string | null => ("email" in proof ? proof.email : null)
