import { DEPARTURE_REASONS, type DepartureReason, GROUP_MIN } from "#contract/subscriptions"

/** How many people left, by reason; the most frequent reason first. */
export type ReasonCounts = ReadonlyArray<{ readonly reason: DepartureReason; readonly count: number }>

/** Reasons that tell what somebody's wallet holds, which creators must not learn about a person. */
const OF_WALLETS: ReadonlyArray<DepartureReason> = ["paymentFailed", "paymentReversed"]

/** The reason that a creator sees beside a name. */
export const reasonOfPerson = (reason: DepartureReason): DepartureReason =>
  OF_WALLETS.includes(reason) ? "notRenewed" : reason

/**
 * Reasons with their counts. Failed payments are counted as not renewed, unless at least five people are in each of both
 * groups: the list of people who left shows one of them, and must not tell who is in which.
 */
export const coarseReasons = (counts: ReadonlyMap<DepartureReason, number>): ReasonCounts => {
  const sumOf = (reasons: ReadonlyArray<DepartureReason>) =>
    reasons.reduce((sum, reason) => sum + (counts.get(reason) ?? 0), 0)
  const failed = sumOf(OF_WALLETS)
  const notRenewed = sumOf(["notRenewed"])
  const isApart = failed >= GROUP_MIN && notRenewed >= GROUP_MIN
  const shown = new Map(counts)
  for (const reason of OF_WALLETS) shown.delete(reason)
  shown.set("notRenewed", isApart ? notRenewed : notRenewed + failed)
  if (isApart) shown.set("paymentFailed", failed)
  return DEPARTURE_REASONS.map((reason) => ({ reason, count: shown.get(reason) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}
