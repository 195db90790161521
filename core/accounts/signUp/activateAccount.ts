import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { AccountState } from "../Account.ts"
import { type GivenCode, judgeCode } from "../codes/judgeCode.ts"
import { AccountActivated, type AccountEvent } from "../events.ts"

/** What was decided about a code: wrong ones leave a fact too. */
export type Judged = Result.Result<ReadonlyArray<AccountEvent>, never>

/** The person proves with the code of their mail that the address is theirs. */
export const activateAccount =
  (given: Omit<GivenCode, "purpose">) =>
  (state: AccountState): Judged => {
    if (state.status !== "open") return Result.succeed([])
    const { isRight, facts } = judgeCode(state, { ...given, purpose: "activation" })
    const { personId, nowMs } = given
    const activated = AccountActivated.make({ personId, activatedAt: formatIso(nowMs) })
    return Result.succeed(isRight ? [...facts, activated] : facts)
  }
