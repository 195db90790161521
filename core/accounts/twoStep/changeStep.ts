import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { RecoveryCodesMade, type TwoStepEvent, TwoStepStopped } from "./events.ts"
import { type PassStep, passStep } from "./passStep.ts"
import type { TwoStepOff, WrongStepCode } from "./refusals.ts"
import type { TwoStepState } from "./TwoStep.ts"

type Changed = Result.Result<ReadonlyArray<TwoStepEvent>, TwoStepOff | WrongStepCode>

/** Who has the second step may stop it. */
export const stopStep =
  (passing: PassStep) =>
  (state: TwoStepState): Changed =>
    Result.map(passStep(passing)(state), (passed) => [
      ...passed,
      TwoStepStopped.make({ ...passing.to, stoppedAt: formatIso(passing.nowMs) }),
    ])

/** Who has the second step may have new recovery codes. */
export const renewRecoveryCodes =
  (passing: PassStep, recoveryHashes: ReadonlyArray<string>) =>
  (state: TwoStepState): Changed =>
    Result.map(passStep(passing)(state), (passed) => [
      ...passed,
      RecoveryCodesMade.make({ ...passing.to, recoveryHashes, madeAt: formatIso(passing.nowMs) }),
    ])
