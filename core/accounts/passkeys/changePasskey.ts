import { Result } from "effect"
import { type PasskeyEvent, PasskeyRemoved, PasskeyRenamed, PasskeyUsed } from "./events.ts"
import type { PasskeyRingState } from "./PasskeyRing.ts"
import { NoPasskey, PasskeyRefused } from "./refusals.ts"

type Which = { readonly personId: string; readonly passkeyId: string; readonly nowIso: string }
type Changed<Refusal> = Result.Result<ReadonlyArray<PasskeyEvent>, Refusal>

export const renamePasskey =
  ({ personId, passkeyId, name, nowIso }: Which & { readonly name: string }) =>
  (state: PasskeyRingState): Changed<NoPasskey> => {
    const passkey = state.find((each) => each.passkeyId === passkeyId)
    if (passkey === undefined) return Result.fail(new NoPasskey({}))
    if (passkey.name === name) return Result.succeed([])
    return Result.succeed([PasskeyRenamed.make({ personId, passkeyId, name, renamedAt: nowIso })])
  }

export const removePasskey =
  ({ personId, passkeyId, nowIso }: Which) =>
  (state: PasskeyRingState): Changed<NoPasskey> =>
    state.some((each) => each.passkeyId === passkeyId)
      ? Result.succeed([PasskeyRemoved.make({ personId, passkeyId, removedAt: nowIso })])
      : Result.fail(new NoPasskey({}))

/**
 * A signature of the passkey was accepted. Where it counts its signatures and two claim the same count, one of them is a
 * copy's or a repeat: refused (Web Authentication, section 6.1.1).
 */
export const acceptPasskey =
  ({ personId, passkeyId, counter, nowIso }: Which & { readonly counter: number }) =>
  (state: PasskeyRingState): Changed<PasskeyRefused> => {
    const passkey = state.find((each) => each.passkeyId === passkeyId)
    const isCopy = passkey !== undefined && (counter > 0 || passkey.counter > 0) && counter <= passkey.counter
    if (passkey === undefined || isCopy) return Result.fail(new PasskeyRefused({}))
    return Result.succeed([PasskeyUsed.make({ personId, passkeyId, counter, usedAt: nowIso })])
  }
