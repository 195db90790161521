import type { AuthenticatorTransport } from "@simplewebauthn/server"
import { Effect } from "effect"
import { AppPasswords, Passkeys } from "#core/accounts"
import { answer } from "../envelope.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import type { MadePasskey } from "../user/passkeys.contract.ts"
import { confirmingMember } from "./twoStep.handlers.ts"
import { refuseStep } from "./twoStep.refusals.ts"

type Payload<A> = { readonly payload: A }
type Confirmation = { readonly confirmationCode?: string }

/** The calls of userPreference.passkeys.ts and userPreference.appPasswords.ts; resolved once for the group. */
export const ownKeyHandlers = Effect.gen(function* () {
  const passkeys = yield* Passkeys
  const appPasswords = yield* AppPasswords
  const limited = yield* writing
  const limitedReading = yield* limitedAsStandard

  return {
    BeginPasskey: Effect.fn("BeginPasskey")(function* () {
      yield* limited
      const { personId } = yield* requireMember
      return answer({ options: yield* passkeys.begin(personId) })
    }),

    AddPasskey: Effect.fn("AddPasskey")(function* ({
      payload,
    }: Payload<Confirmation & { readonly passkey: typeof MadePasskey.Type; readonly name: string }>) {
      yield* limited
      const who = yield* confirmingMember(payload)
      const { id, rawId, type, response } = payload.passkey
      const { clientDataJSON, attestationObject, transports = [] } = response
      const made = {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject, transports: transports as Array<AuthenticatorTransport> },
        clientExtensionResults: {},
      }
      yield* passkeys.add(who, made, payload.name).pipe(Effect.catch(refuseStep))
      return answer(null)
    }),

    LoadPasskeys: Effect.fn("LoadPasskeys")(function* () {
      yield* limitedReading
      const { personId } = yield* requireMember
      const list = yield* passkeys.list(personId)
      return answer({
        passkeys: list.map(({ passkeyId, name, addedMs, usedMs }) => ({
          passkeyId,
          name,
          added: addedMs,
          used: usedMs,
        })),
      })
    }),

    RenamePasskey: Effect.fn("RenamePasskey")(function* ({
      payload,
    }: Payload<{ readonly passkeyId: string; readonly name: string }>) {
      yield* limited
      const { personId } = yield* requireMember
      yield* passkeys.rename(personId, payload.passkeyId, payload.name).pipe(Effect.catch(refuseStep))
      return answer(null)
    }),

    RemovePasskey: Effect.fn("RemovePasskey")(function* ({
      payload,
    }: Payload<Confirmation & { readonly passkeyId: string }>) {
      yield* limited
      const who = yield* confirmingMember(payload)
      yield* passkeys.remove(who, payload.passkeyId).pipe(Effect.catch(refuseStep))
      return answer(null)
    }),

    LoadAppPasswords: Effect.fn("LoadAppPasswords")(function* () {
      yield* limitedReading
      const { personId } = yield* requireMember
      const list = yield* appPasswords.list(personId)
      return answer({
        appPasswords: list.map(({ passwordId, name, madeMs }) => ({ appPasswordId: passwordId, name, made: madeMs })),
      })
    }),

    MakeAppPassword: Effect.fn("MakeAppPassword")(function* ({
      payload,
    }: Payload<Confirmation & { readonly name: string }>) {
      yield* limited
      const who = yield* confirmingMember(payload)
      const { passwordId, password } = yield* appPasswords.make(who, payload.name).pipe(Effect.catch(refuseStep))
      return answer({ appPasswordId: passwordId, password })
    }),

    RevokeAppPassword: Effect.fn("RevokeAppPassword")(function* ({
      payload,
    }: Payload<{ readonly appPasswordId: string }>) {
      yield* limited
      const { personId } = yield* requireMember
      yield* appPasswords.revoke(personId, payload.appPasswordId).pipe(Effect.catch(refuseStep))
      return answer(null)
    }),
  }
})
