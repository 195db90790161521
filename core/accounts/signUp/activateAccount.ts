import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import { type CodeDecision, checkCode, type PresentedCode } from "../codes/checkCode.ts"
import { AccountActivated } from "../events.ts"

/** The person proves with the code of their mail that the address is theirs. */
export const activateAccount =
  (given: Omit<PresentedCode, "purpose">) =>
  (state: AccountState): CodeDecision => {
    if (state.status !== "open") return Result.succeed([])
    const { isRight, facts } = checkCode(state, { ...given, purpose: "activation" })
    const { personId, nowMs } = given
    const activated = AccountActivated.make({ personId, activatedAt: formatIso(nowMs) })
    return Result.succeed(isRight ? [...facts, activated] : facts)
  }
