import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { Clock, Context, Effect, Layer, type Schema } from "effect"
import { AppConfig, currentTimeIso, dieOnConflict, formatIso, isUuid, reader, uuidv7, writer } from "#core/kernel"
import { Account } from "../Account.ts"
import type { WrongCode } from "../refusals.ts"
import type { ConfirmationInput } from "../twoStep/confirm.ts"
import { confirmedWriter } from "../twoStep/confirmedWriter.ts"
import type { ConfirmationRequired } from "../twoStep/refusals.ts"
import { addPasskey } from "./addPasskey.ts"
import { Challenges } from "./Challenges.ts"
import { acceptPasskey, removePasskey, renamePasskey } from "./changePasskey.ts"
import { type Passkey, PasskeyRing } from "./PasskeyRing.ts"
import { type NoPasskey, type PasskeyKnown, PasskeyRefused, type TooManyPasskeys } from "./refusals.ts"

/** Loaded on first use: the library is large, and few processes need it. */
const webAuthn = () => import("@simplewebauthn/server")

/** The site's name in the dialog of the device. */
const RP_NAME = "Quire"
const SIGNING_IN = "sign in"

/** Options for `navigator.credentials`, as JSON. */
export type BrowserOptions = typeof Schema.Json.Type

type ConfirmRefusal = WrongCode | ConfirmationRequired

/**
 * Passkeys (W3C Web Authentication, level 3). User verification is required, so that a passkey counts as two steps.
 * Credentials are discoverable, so that no user name is entered.
 */
export class Passkeys extends Context.Service<
  Passkeys,
  {
    /** Options to create a passkey. */
    begin(personId: string): Effect.Effect<BrowserOptions>
    /** Adds the passkey that the browser created. */
    add(
      who: ConfirmationInput,
      made: RegistrationResponseJSON,
      name: string,
    ): Effect.Effect<void, PasskeyRefused | PasskeyKnown | TooManyPasskeys | ConfirmRefusal>
    list(personId: string): Effect.Effect<ReadonlyArray<Passkey>>
    rename(personId: string, passkeyId: string, name: string): Effect.Effect<void, NoPasskey>
    remove(who: ConfirmationInput, passkeyId: string): Effect.Effect<void, NoPasskey | ConfirmRefusal>
    /** Options to sign in with any passkey. */
    beginUse: Effect.Effect<BrowserOptions>
    /** Verifies a signature and returns the person; a challenge can be answered once. */
    use(signed: AuthenticationResponseJSON): Effect.Effect<string, PasskeyRefused>
  }
>()("core/accounts/Passkeys") {
  static readonly layer = Layer.effect(
    Passkeys,
    Effect.gen(function* () {
      const { publicOrigin } = yield* AppConfig
      const rpID = new URL(publicOrigin).hostname
      const challenges = yield* Challenges
      const write = yield* writer(PasskeyRing)
      const change = yield* confirmedWriter(PasskeyRing)
      const [readRing, readAccount] = [yield* reader(PasskeyRing), yield* reader(Account)]
      const run = Effect.runPromiseWith(yield* Effect.context<never>())

      /** Runs a check of the library; any error is a refusal. */
      const verified = <A>(check: () => Promise<A>) =>
        Effect.tryPromise({ try: check, catch: () => new PasskeyRefused({}) })

      return Passkeys.of({
        begin: Effect.fn("Passkeys.begin")(function* (personId) {
          const { email, userCode, displayName } = yield* readAccount(personId)
          const ring = yield* readRing(personId)
          const challenge = yield* challenges.make(personId)
          const { generateRegistrationOptions } = yield* Effect.promise(webAuthn)
          return yield* Effect.promise(() =>
            generateRegistrationOptions({
              rpName: RP_NAME,
              rpID,
              userID: userIdOf(personId),
              userName: email ?? userCode,
              userDisplayName: displayName ?? "",
              challenge,
              attestationType: "none",
              excludeCredentials: ring.map(({ credentialId }) => ({ id: credentialId })),
              authenticatorSelection: { residentKey: "required", userVerification: "required" },
            }).then(toJson),
          )
        }),

        add: Effect.fn("Passkeys.add")(function* (who, made, name) {
          const { personId } = who
          const { registrationInfo } = yield* verified(async () =>
            (await webAuthn()).verifyRegistrationResponse({
              response: made,
              expectedChallenge: (challenge) => run(challenges.answer(personId, challenge)),
              expectedOrigin: publicOrigin,
              expectedRPID: rpID,
            }),
          )
          if (registrationInfo === undefined) return yield* new PasskeyRefused({})
          const { id, publicKey, counter, transports = [] } = registrationInfo.credential
          const nowMs = yield* Clock.currentTimeMillis
          const passkey = {
            personId,
            passkeyId: uuidv7(nowMs),
            credentialId: id,
            publicKey: Buffer.from(publicKey).toString("base64url"),
            counter,
            transports,
            name,
            nowIso: formatIso(nowMs),
          }
          yield* change(who, addPasskey(passkey))
        }),

        list: readRing,

        rename: Effect.fn("Passkeys.rename")(function* (personId, passkeyId, name) {
          yield* write(personId, renamePasskey({ personId, passkeyId, name, nowIso: yield* currentTimeIso })).pipe(
            dieOnConflict,
          )
        }),

        remove: Effect.fn("Passkeys.remove")(function* (who, passkeyId) {
          yield* change(who, removePasskey({ personId: who.personId, passkeyId, nowIso: yield* currentTimeIso }))
        }),

        beginUse: Effect.gen(function* () {
          const { generateAuthenticationOptions } = yield* Effect.promise(webAuthn)
          const challenge = yield* challenges.make(SIGNING_IN)
          return yield* Effect.promise(() =>
            generateAuthenticationOptions({ rpID, challenge, userVerification: "required" }).then(toJson),
          )
        }),

        use: Effect.fn("Passkeys.use")(function* (signed) {
          const personId = personIdOf(signed.response.userHandle ?? "")
          if (personId === null) return yield* new PasskeyRefused({})
          const passkey = (yield* readRing(personId)).find(({ credentialId }) => credentialId === signed.id)
          if (passkey === undefined) return yield* new PasskeyRefused({})
          const { passkeyId, credentialId, publicKey, counter } = passkey
          const { verified: isRight, authenticationInfo } = yield* verified(async () =>
            (await webAuthn()).verifyAuthenticationResponse({
              response: signed,
              expectedChallenge: (challenge) => run(challenges.answer(SIGNING_IN, challenge)),
              expectedOrigin: publicOrigin,
              expectedRPID: rpID,
              credential: {
                id: credentialId,
                publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")),
                counter,
              },
              requireUserVerification: true,
            }),
          )
          if (!isRight) return yield* new PasskeyRefused({})
          const { newCounter } = authenticationInfo
          yield* write(
            personId,
            acceptPasskey({ personId, passkeyId, counter: newCounter, nowIso: yield* currentTimeIso }),
          ).pipe(dieOnConflict)
          return personId
        }),
      })
    }),
  )
}

/** Removes undefined values. */
const toJson = (options: object): BrowserOptions => JSON.parse(JSON.stringify(options))

/** The user handle: the 16 bytes of the person id, which contain no personal data. */
const userIdOf = (personId: string) => Uint8Array.from(Buffer.from(personId.replaceAll("-", ""), "hex"))

const personIdOf = (userHandle: string): string | null => {
  const hex = Buffer.from(userHandle, "base64url").toString("hex")
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
  return isUuid(id) ? id : null
}
