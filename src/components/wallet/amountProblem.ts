import { parseUnits } from "#contract/wallet"
import type { WithdrawPage } from "./loadWithdrawPage.ts"

type Limits = Pick<NonNullable<WithdrawPage["option"]>, "minimum" | "remaining" | "levelNeeded"> & {
  readonly digits: number
  /** Maximum network fee, as text. */
  readonly fee: string
  /** Available balance in minor units. */
  readonly available: bigint
}

/** Why an amount cannot be withdrawn, checked before the confirmation page; null if it can. */
export const amountProblem = (units: bigint, { minimum, remaining, levelNeeded, digits, fee, available }: Limits) => {
  const [minimumUnits, remainingUnits, feeUnits] = [minimum, remaining, fee].map((text) => {
    const read = parseUnits(text, digits)
    return typeof read === "bigint" ? read : 0n
  })
  if (units < (minimumUnits ?? 0n)) return "withdrawCall.unfit.minimum"
  if (units > (remainingUnits ?? 0n))
    return levelNeeded === null ? "withdrawCall.limit.person" : (`withdrawCall.identity.${levelNeeded}` as const)
  return units + (feeUnits ?? 0n) > available ? "walletCall.notEnough" : null
}
