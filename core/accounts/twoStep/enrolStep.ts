import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { TwoStepEnrolled, type TwoStepEvent } from "./events.ts"
import { type CodeRecipient, passStep } from "./passStep.ts"
import { WrongStepCode } from "./refusals.ts"
import type { TwoStepState } from "./TwoStep.ts"
import { isCodeOf, stepAt } from "./totp.ts"

export type EnrolStep = {
  readonly to: CodeRecipient
  readonly secret: Uint8Array
  /** Code of the new authenticator. */
  readonly digits: string
  /** Code of the existing second step, if there is one. */
  readonly current: string
  readonly recoveryHashes: ReadonlyArray<string>
  readonly nowMs: number
}

/** Enables an authenticator that shows the right code. Replacing one also needs a code of the old one. */
export const enrolStep =
  ({ to, secret, digits, current, recoveryHashes, nowMs }: EnrolStep) =>
  (state: TwoStepState): Result.Result<ReadonlyArray<TwoStepEvent>, WrongStepCode> => {
    const step = stepAt(nowMs)
    if (!isCodeOf(secret, step, digits.replaceAll(/\s/g, ""))) return Result.fail(new WrongStepCode({}))
    const enrolled = TwoStepEnrolled.make({
      ...to,
      secret: Buffer.from(secret).toString("base64url"),
      recoveryHashes,
      step,
      replaced: state.isOn,
      enrolledAt: formatIso(nowMs),
    })
    if (!state.isOn) return Result.succeed([enrolled])
    const passed = passStep({ to, typed: current, nowMs })(state)
    return Result.isSuccess(passed) ? Result.succeed([...passed.success, enrolled]) : Result.fail(new WrongStepCode({}))
  }
