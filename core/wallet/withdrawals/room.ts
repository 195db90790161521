import type { OpenWithdrawal } from "./readOpen.ts"

/** What may still be built in a step: one chain has one payment at a time that is not handed over yet, and only so much on its way. */
export type Room = {
  take(withdrawal: OpenWithdrawal): boolean
  /** What was taken for a payment that could not be built is there for those behind it. */
  giveBack(withdrawal: OpenWithdrawal): void
}

export const roomOf = (open: ReadonlyArray<OpenWithdrawal>, most: bigint): Room => {
  const unsent = new Set(
    open.filter(({ phase }) => phase === "built" || phase === "signed").map(({ withdrawalId }) => withdrawalId),
  )
  let underWay = open
    .filter(({ phase }) => phase !== "requested" && phase !== "approved")
    .reduce((sum, { amount, fee }) => sum + amount + fee, 0n)
  return {
    take: ({ withdrawalId, amount, fee }) => {
      const isFree = [...unsent].every((each) => each === withdrawalId)
      if (!isFree || underWay + amount + fee > most) return false
      underWay += amount + fee
      return true
    },
    giveBack: ({ amount, fee }) => {
      underWay -= amount + fee
    },
  }
}
