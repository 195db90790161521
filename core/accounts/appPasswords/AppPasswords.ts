import { timingSafeEqual } from "node:crypto"
import { Clock, Context, Effect, Layer, Result } from "effect"
import { currentTimeIso, dieOnConflict, formatIso, reader, uuidv7, writer } from "#core/kernel"
import { Account } from "../Account.ts"
import { claim } from "../claims/Claim.ts"
import { readEmail } from "../names/names.ts"
import type { WrongCode } from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import type { ConfirmationInput } from "../twoStep/confirm.ts"
import { confirmedWriter } from "../twoStep/confirmedWriter.ts"
import { hashOfTyped, readableSecret } from "../twoStep/recoveryCodes.ts"
import type { ConfirmationRequired } from "../twoStep/refusals.ts"
import { AppPasswordBook, type AppPasswordEntry } from "./AppPasswordBook.ts"
import { makeAppPassword } from "./makeAppPassword.ts"
import type { NoAppPassword, TooManyAppPasswords } from "./refusals.ts"
import { revokeAppPassword } from "./revokeAppPassword.ts"

/** Passwords for reader apps, which support neither second steps nor passkeys. Each is random, for one app, and read-only. */
export class AppPasswords extends Context.Service<
  AppPasswords,
  {
    /** Makes a password, which is shown once and not stored. A repeated command returns an empty password. */
    make(
      who: ConfirmationInput,
      name: string,
    ): Effect.Effect<
      { readonly passwordId: string; readonly password: string },
      TooManyAppPasswords | WrongCode | ConfirmationRequired
    >
    revoke(personId: string, passwordId: string): Effect.Effect<void, NoAppPassword>
    list(personId: string): Effect.Effect<ReadonlyArray<AppPasswordEntry>>
    /** The person with this user name or email address and app password, or null. */
    check(userNameOrEmail: string, password: string): Effect.Effect<string | null>
  }
>()("core/accounts/AppPasswords") {
  static readonly layer = Layer.effect(
    AppPasswords,
    Effect.gen(function* () {
      const { claimIdOf } = yield* Secrets
      const write = yield* writer(AppPasswordBook)
      const change = yield* confirmedWriter(AppPasswordBook)
      const [read, readAccount] = [yield* reader(AppPasswordBook), yield* reader(Account)]
      const [ownerOfEmail, ownerOfName] = [yield* reader(claim("email")), yield* reader(claim("username"))]

      const ownerOf = Effect.fnUntraced(function* (userNameOrEmail: string) {
        const email = readEmail(userNameOrEmail)
        const { ownerId } = yield* Result.isSuccess(email)
          ? ownerOfEmail(claimIdOf("email", email.success))
          : ownerOfName(claimIdOf("username", userNameOrEmail.trim().toLowerCase()))
        return ownerId
      })

      return AppPasswords.of({
        make: Effect.fn("AppPasswords.make")(function* (who, name) {
          const { personId } = who
          const nowMs = yield* Clock.currentTimeMillis
          const [passwordId, password] = [uuidv7(nowMs), readableSecret()]
          const nowIso = formatIso(nowMs)
          const entry = { personId, passwordId, name, hash: hashOfTyped(password), nowIso }
          const { isRepeat } = yield* change(who, makeAppPassword(entry))
          return { passwordId, password: isRepeat ? "" : password }
        }),

        revoke: Effect.fn("AppPasswords.revoke")(function* (personId, passwordId) {
          const nowIso = yield* currentTimeIso
          yield* write(personId, revokeAppPassword({ personId, passwordId, nowIso })).pipe(dieOnConflict)
        }),

        list: read,

        check: Effect.fn("AppPasswords.check")(function* (userNameOrEmail, password) {
          const personId = yield* ownerOf(userNameOrEmail)
          if (personId === null) return null
          const [account, book] = yield* Effect.all([readAccount(personId), read(personId)], { concurrency: 2 })
          const given = Buffer.from(hashOfTyped(password))
          const isOne = book.some(({ hash }) => {
            const stored = Buffer.from(hash)
            return stored.length === given.length && timingSafeEqual(stored, given)
          })
          return account.status === "active" && isOne ? personId : null
        }),
      })
    }),
  )
}
