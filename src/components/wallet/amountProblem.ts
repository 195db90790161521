import { parseUnits } from "#contract/wallet"
import type { WithdrawPage } from "./loadWithdrawPage.ts"

type Limits = Pick<NonNullable<WithdrawPage["option"]>, "least" | "left"> & {
  readonly digits: number
  /** Maximum network fee, as text. */
  readonly fee: string
  /** Available balance in minor units. */
  readonly available: bigint
}

/** Why an amount cannot be withdrawn, checked before the confirmation page; null if it can. */
export const amountProblem = (units: bigint, { least, left, digits, fee, available }: Limits) => {
  const [leastUnits, leftUnits, feeUnits] = [least, left, fee].map((text) => {
    const read = parseUnits(text, digits)
    return typeof read === "bigint" ? read : 0n
  })
  if (units < (leastUnits ?? 0n)) return "withdrawCall.unfit.least"
  if (units > (leftUnits ?? 0n)) return "withdrawCall.limit.person"
  return units + (feeUnits ?? 0n) > available ? "walletCall.notEnough" : null
}
