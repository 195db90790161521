import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Redacted, Result } from "effect"
import { AppConfig, sourceOf } from "#core/kernel"
import { AppPasswords } from "../appPasswords/AppPasswords.ts"
import { constantTimeFailures } from "../constantTime.ts"
import { makeAccountAccess } from "../makeAccountAccess.ts"
import { readEmail } from "../names/names.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { Overloaded, TooOften, WrongCredentials } from "../refusals.ts"
import { type AttemptLimit, Attempts } from "../sessions/Attempts.ts"
import { SignIns } from "../signIn/SignIns.ts"
import { hashOfTyped } from "../twoStep/recoveryCodes.ts"

const UUID_BYTES = 16
const MAC_BYTES = 32

/** The owner of a token, and the app password that it was issued for; null for the account's own password. */
type TokenOwner = { readonly personId: string; readonly passwordId: string | null }

/**
 * Makes the token of a reader app: base64url of person id, password id and a MAC over both and the stored password hash. It
 * is not stored, and becomes invalid when the hash changes.
 */
export const appTokenOf = (key: Buffer, owner: TokenOwner, passwordHash: string): string =>
  Buffer.concat([bytesOf(owner), macOf(key, owner, passwordHash)]).toString("base64url")

/** Parses a token; null if it is malformed. `isTokenOf` verifies it. */
export const readAppToken = (token: string): TokenOwner | null => {
  const bytes = Buffer.from(token, "base64url")
  if (bytes.length !== 2 * UUID_BYTES + MAC_BYTES || bytes.toString("base64url") !== token) return null
  const [personId, passwordId] = [uuidAt(bytes, 0), uuidAt(bytes, UUID_BYTES)]
  return { personId, passwordId: passwordId === NO_UUID ? null : passwordId }
}

export const isTokenOf = (key: Buffer, owner: TokenOwner, passwordHash: string, token: string): boolean =>
  timingSafeEqual(
    macOf(key, owner, passwordHash),
    Buffer.from(token, "base64url").subarray(2 * UUID_BYTES, 2 * UUID_BYTES + MAC_BYTES),
  )

const NO_UUID = "00000000-0000-0000-0000-000000000000"

const bytesOf = ({ personId, passwordId }: TokenOwner): Buffer =>
  Buffer.from(`${personId}${passwordId ?? NO_UUID}`.replaceAll("-", ""), "hex")

const macOf = (key: Buffer, owner: TokenOwner, passwordHash: string): Buffer =>
  createHmac("sha256", key).update(bytesOf(owner)).update(passwordHash).digest()

const uuidAt = (bytes: Buffer, at: number): string => {
  const hex = bytes.toString("hex", at, at + UUID_BYTES)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}

/** Sign-ins of reader apps from one address; some apps sign in on every sync. */
const READER_SIGN_INS: AttemptLimit = { name: "reader-sign-in", times: 60, seconds: 900 }
const KEY_BYTES = 32
/** An id without a stream, so that lookups of unknown addresses take the same time. */
const NOBODY = "00000000-0000-0000-0000-000000000000"

/** Tokens of reader apps, which support neither second steps nor passkeys. */
export class ReaderAppTokens extends Context.Service<
  ReaderAppTokens,
  {
    /**
     * Issues a token for an app. App passwords are always accepted, with the user name or the address; the account's own password
     * with the address, and only while the account has no second step.
     */
    signIn(
      name: string,
      password: string,
      address: string,
    ): Effect.Effect<string, WrongCredentials | TooOften | Overloaded>
    /** The owner of a token; null once its password is revoked or changed, or the account is deleted. */
    personOf(token: string): Effect.Effect<string | null>
  }
>()("core/accounts/ReaderAppTokens") {
  static readonly layer = Layer.effect(
    ReaderAppTokens,
    Effect.gen(function* () {
      const { masterKey } = yield* AppConfig
      const key = Buffer.from(hkdfSync("sha256", Redacted.value(masterKey), "", "quire: reader apps", KEY_BYTES))
      const appPasswords = yield* AppPasswords
      const accounts = yield* makeAccountAccess
      const passwords = yield* Passwords
      const attempts = yield* Attempts
      const { hasSecondStep } = yield* SignIns

      const byAppPassword = Effect.fnUntraced(function* (name: string, password: string) {
        const personId = yield* appPasswords.check(name, password)
        if (personId === null) return null
        const hash = hashOfTyped(password)
        const entry = (yield* appPasswords.list(personId)).find((each) => each.hash === hash)
        return entry === undefined ? null : appTokenOf(key, { personId, passwordId: entry.passwordId }, hash)
      })

      const byAccountPassword = Effect.fnUntraced(function* (name: string, password: string) {
        const email = readEmail(name)
        const personId = (Result.isSuccess(email) ? yield* accounts.ownerOf(email.success) : null) ?? NOBODY
        yield* passwords
          .check(personId, password)
          .pipe(Effect.mapError((refusal) => (refusal instanceof Overloaded ? refusal : new WrongCredentials({}))))
        const { status, passwordHash } = yield* accounts.peek(personId)
        if (status !== "active" || passwordHash === null || (yield* hasSecondStep(personId)))
          return yield* new WrongCredentials({})
        return appTokenOf(key, { personId, passwordId: null }, passwordHash)
      })

      /** The stored password hash of a token; null if the token is no longer valid. */
      const hashBehind = Effect.fnUntraced(function* (personId: string, passwordId: string | null) {
        const { status, passwordHash } = yield* accounts.peek(personId)
        if (status !== "active") return null
        if (passwordId === null) return (yield* hasSecondStep(personId)) ? null : passwordHash
        return (yield* appPasswords.list(personId)).find((each) => each.passwordId === passwordId)?.hash ?? null
      })

      return ReaderAppTokens.of({
        signIn: Effect.fn("ReaderAppTokens.signIn")(function* (name, password, address) {
          const seconds = yield* attempts.count(READER_SIGN_INS, sourceOf(address))
          if (seconds > 0) return yield* new TooOften({ seconds })
          return yield* Effect.gen(function* () {
            return (yield* byAppPassword(name, password)) ?? (yield* byAccountPassword(name, password))
          }).pipe(constantTimeFailures)
        }),

        personOf: Effect.fn("ReaderAppTokens.personOf")(function* (token) {
          const owner = readAppToken(token)
          if (owner === null) return null
          const hash = yield* hashBehind(owner.personId, owner.passwordId)
          return hash !== null && isTokenOf(key, owner, hash, token) ? owner.personId : null
        }),
      })
    }),
  )
}
