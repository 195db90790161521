import { Result } from "effect"
import { PasskeyAdded, type PasskeyEvent } from "./events.ts"
import type { PasskeyRingState } from "./PasskeyRing.ts"
import { PASSKEYS_MAX, PasskeyKnown, TooManyPasskeys } from "./refusals.ts"

export type AddPasskey = {
  readonly personId: string
  readonly passkeyId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: ReadonlyArray<string>
  readonly name: string
  readonly nowIso: string
}

/** Adds a verified passkey. */
export const addPasskey =
  ({ nowIso, ...passkey }: AddPasskey) =>
  (state: PasskeyRingState): Result.Result<ReadonlyArray<PasskeyEvent>, PasskeyKnown | TooManyPasskeys> => {
    if (state.some(({ credentialId }) => credentialId === passkey.credentialId))
      return Result.fail(new PasskeyKnown({}))
    if (state.length >= PASSKEYS_MAX) return Result.fail(new TooManyPasskeys({}))
    return Result.succeed([PasskeyAdded.make({ ...passkey, addedAt: nowIso })])
  }
