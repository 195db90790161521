import { Effect } from "effect"
import { type Entry, personAccount, platformAccount } from "#core/ledger"
import { cycleIdOf } from "../cycle/Cycle.ts"
import type { CycleClosed } from "../cycle/events.ts"
import type { Booking } from "../subscriptionStore.ts"

/**
 * The transfers of closed cycles of one asset: one to all creators and the platform, which is the payday, and one to each
 * payer who gets something back. Kept apart, so that no statement links a creator to a payer.
 */
export const bookingsOfClosed = Effect.fnUntraced(function* (
  closed: ReadonlyArray<typeof CycleClosed.Type>,
  paydayId: string,
  newTransferId: Effect.Effect<string>,
) {
  const [first] = closed
  if (first === undefined) return []
  const { assetTypeId } = first
  const unearned = platformAccount("unearned", assetTypeId)
  const paid = closed.flatMap(({ shares, cut }): ReadonlyArray<Entry> => {
    const parts = [
      ...shares.map(({ creatorId, units }) => ({
        account: personAccount("available", assetTypeId, creatorId),
        amount: BigInt(units),
      })),
      { account: platformAccount("fees", assetTypeId), amount: BigInt(cut) },
    ]
    return [...parts, { account: unearned, amount: -parts.reduce((sum, { amount }) => sum + amount, 0n) }]
  })
  const refunds = yield* Effect.forEach(
    closed.filter(({ returned }) => returned !== "0"),
    (cycle) =>
      Effect.map(
        newTransferId,
        (transferId): Booking => ({
          ...{ transferId, purpose: "refund", reference: `cycle-${cycleIdOf(cycle)}` },
          entries: [
            { account: unearned, amount: -BigInt(cycle.returned) },
            { account: personAccount("available", assetTypeId, cycle.personId), amount: BigInt(cycle.returned) },
          ],
        }),
      ),
  )
  const payout: Booking = { transferId: paydayId, purpose: "payout", reference: `payday-${paydayId}`, entries: paid }
  return closed.some(({ paydayId: id }) => id !== null) ? [payout, ...refunds] : refunds
})
