import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { RecoveryCodeUsed, TwoStepCodeAccepted, type TwoStepEvent, TwoStepRemovalCancelled } from "./events.ts"
import { hashOfTyped } from "./recoveryCodes.ts"
import { TwoStepOff, WrongStepCode } from "./refusals.ts"
import type { TwoStepState } from "./TwoStep.ts"
import { isCodeOf, stepAt } from "./totp.ts"

/** Recipient of a mail about the second step. */
export type CodeRecipient = { readonly personId: string; readonly email: string | null; readonly locale: string }
export type PassStep = { readonly to: CodeRecipient; readonly typed: string; readonly nowMs: number }

/**
 * Passes the second step with an authenticator code or a recovery code. A code is valid once, within its 30 s. Passing
 * cancels a requested removal.
 */
export const passStep =
  ({ to, typed, nowMs }: PassStep) =>
  ({
    secret,
    isOn,
    lastStep,
    recovery,
    removal,
  }: TwoStepState): Result.Result<ReadonlyArray<TwoStepEvent>, TwoStepOff | WrongStepCode> => {
    if (!isOn) return Result.fail(new TwoStepOff({}))
    const { personId } = to
    const at = formatIso(nowMs)
    const cancelled = removal === null ? [] : [TwoStepRemovalCancelled.make({ ...to, cancelledAt: at })]
    const step = stepAt(nowMs)
    const digits = typed.replaceAll(/\s/g, "")
    if (secret !== null && step > lastStep && isCodeOf(secret, step, digits))
      return Result.succeed([TwoStepCodeAccepted.make({ personId, step, acceptedAt: at }), ...cancelled])
    const hash = hashOfTyped(typed)
    return recovery.includes(hash)
      ? Result.succeed([RecoveryCodeUsed.make({ personId, hash, usedAt: at }), ...cancelled])
      : Result.fail(new WrongStepCode({}))
  }
