import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { RecoveryCodesMade, type TwoStepEvent, TwoStepStopped } from "./events.ts"
import { type PassStep, passStep } from "./passStep.ts"
import type { TwoStepOff, WrongStepCode } from "./refusals.ts"
import type { TwoStepState } from "./TwoStep.ts"

type Changed = Result.Result<ReadonlyArray<TwoStepEvent>, TwoStepOff | WrongStepCode>

/** Turns off the second step after passing it. */
export const stopStep =
  (passing: PassStep) =>
  (state: TwoStepState): Changed =>
    Result.map(passStep(passing)(state), (passed) => [
      ...passed,
      TwoStepStopped.make({ ...passing.to, stoppedAt: formatIso(passing.nowMs) }),
    ])

/** Replaces the recovery codes after passing the second step. */
export const renewRecoveryCodes =
  (passing: PassStep, recoveryHashes: ReadonlyArray<string>) =>
  (state: TwoStepState): Changed =>
    Result.map(passStep(passing)(state), (passed) => [
      ...passed,
      RecoveryCodesMade.make({ ...passing.to, recoveryHashes, madeAt: formatIso(passing.nowMs) }),
    ])
