import { PLATFORM_ID } from "./platformId.ts"
import type { OpenWithdrawal } from "./readOpen.ts"
import type { Phase } from "./Withdrawal.ts"

/**
 * Capacity of one run: a chain has one payment at a time that is not broadcast yet, and a maximum in flight to people.
 * Sweeps do not count.
 */
export type PayoutCapacity = {
  take(withdrawal: OpenWithdrawal): boolean
  /** Returns the capacity of a payment that could not be built. */
  giveBack(withdrawal: OpenWithdrawal): void
  /** Updates the phase of a withdrawal; the next one waits until it is broadcast. */
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
