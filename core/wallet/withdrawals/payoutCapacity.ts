import { PLATFORM_ID } from "./platformId.ts"
import type { OpenWithdrawal } from "./readOpen.ts"
import type { Phase } from "./Withdrawal.ts"

/**
 * What may still be built in a step: one chain has one payment at a time that is not handed over yet, and only so much on its
 * way to people. What goes to cold storage is as much as operators say.
 */
export type PayoutCapacity = {
  take(withdrawal: OpenWithdrawal): boolean
  /** What was taken for a payment that could not be built is there for those behind it. */
  giveBack(withdrawal: OpenWithdrawal): void
  /** How far a withdrawal has come by now: those behind it wait until it is handed over. */
  follow(withdrawal: OpenWithdrawal, phase: Phase): void
}

export const payoutCapacity = (open: ReadonlyArray<OpenWithdrawal>, most: bigint): PayoutCapacity => {
  const unsent = new Set(open.filter(({ phase }) => isUnsent(phase)).map(({ withdrawalId }) => withdrawalId))
  let inFlightMax = open
    .filter(({ phase }) => phase !== "requested" && phase !== "approved")
    .reduce((sum, each) => sum + counted(each), 0n)
  return {
    take: (each) => {
      const isFree = [...unsent].every((id) => id === each.withdrawalId)
      const more = counted(each)
      if (!isFree || (more > 0n && inFlightMax + more > most)) return false
      unsent.add(each.withdrawalId)
      inFlightMax += more
      return true
    },
    giveBack: (each) => {
      unsent.delete(each.withdrawalId)
      inFlightMax -= counted(each)
    },
    follow: ({ withdrawalId }, phase) => {
      if (isUnsent(phase)) unsent.add(withdrawalId)
      else unsent.delete(withdrawalId)
    },
  }
}

const isUnsent = (phase: Phase): boolean => phase === "built" || phase === "signed"
const counted = ({ personId, amount, fee }: OpenWithdrawal): bigint => (personId === PLATFORM_ID ? 0n : amount + fee)
