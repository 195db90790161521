import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import { type CodeDecision, checkCode, type PresentedCode } from "../codes/checkCode.ts"
import { AccountActivated } from "../events.ts"

/** Verifies the address with a mailed code and activates the account. */
export const activateAccount =
  (given: Omit<PresentedCode, "purpose">) =>
  (state: AccountState): CodeDecision => {
    if (state.status !== "open") return Result.succeed([])
    const { isRight, facts } = checkCode(state, { ...given, purpose: "activation" })
    const { personId, nowMs } = given
    const activated = AccountActivated.make({ personId, activatedAt: formatIso(nowMs) })
    return Result.succeed(isRight ? [...facts, activated] : facts)
  }
