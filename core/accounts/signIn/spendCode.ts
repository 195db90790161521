import { Result } from "effect"
import type { AccountState } from "../Account.ts"
import { type GivenCode, judgeCode } from "../codes/judgeCode.ts"
import type { Judged } from "../signUp/activateAccount.ts"

/** An active account's code does what it is for: it is used up. */
export const spendCode =
  (given: GivenCode) =>
  (state: AccountState): Judged =>
    Result.succeed(state.status === "active" ? judgeCode(state, given).facts : [])
