import { Effect } from "effect"
import { type Entry, personAccount, platformAccount } from "#core/ledger"
import { cycleIdOf } from "../cycle/Cycle.ts"
import type { CycleClosed } from "../cycle/events.ts"
import { PAYDAY_CREATORS_MAX } from "../limits.ts"
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
  const paid = closed.flatMap(({ shares, cut, seats = [] }): ReadonlyArray<Entry> => {
    const parts = [
      ...[...shares, ...seats].map(({ creatorId, units, forwarded = [] }) => ({
        account: personAccount("available", assetTypeId, creatorId),
        amount: forwarded.reduce((rest, part) => rest - BigInt(part.units), BigInt(units)),
      })),
      {
        account: platformAccount("fees", assetTypeId),
        amount: [cut, ...seats.map((seat) => seat.cut)].reduce((sum, each) => sum + BigInt(each), 0n),
      },
    ]
    return [...parts, { account: unearned, amount: -parts.reduce((sum, { amount }) => sum + amount, 0n) }]
  })
  const refunds = yield* Effect.forEach(
    closed.filter((cycle) => returnedOf(cycle) > 0n),
    (cycle) =>
      Effect.map(
        newTransferId,
        (transferId): Booking => ({
          ...{ transferId, purpose: "refund", ...returnsTo(cycle) },
          entries: [
            { account: unearned, amount: -returnedOf(cycle) },
            { account: personAccount("available", assetTypeId, payerOf(cycle)), amount: returnedOf(cycle) },
          ],
        }),
      ),
  )
  const payout: Booking = { transferId: paydayId, purpose: "payout", reference: `payday-${paydayId}`, entries: paid }
  const forwards = yield* Effect.forEach(inParts([...forwardedBy(closed)], PAYDAY_CREATORS_MAX), (some, index) =>
    Effect.map(
      newTransferId,
      (transferId): Booking => ({
        ...{ transferId, purpose: "payout", reference: `forwards-${paydayId}.${index + 1}` },
        entries: [
          ...some.map(([toId, amount]) => ({ account: personAccount("available", assetTypeId, toId), amount })),
          { account: unearned, amount: -some.reduce((sum, [, amount]) => sum + amount, 0n) },
        ],
      }),
    ),
  )
  return closed.some(({ paydayId: id }) => id !== null) ? [payout, ...forwards, ...refunds] : refunds
})

/** What creators passed on, by receiver. It is paid by transfers of its own, because one contains a limited number of people. */
const forwardedBy = (closed: ReadonlyArray<typeof CycleClosed.Type>): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { shares, seats = [] } of closed)
    for (const { forwarded = [] } of [...shares, ...seats])
      for (const { toId, units } of forwarded) sums.set(toId, (sums.get(toId) ?? 0n) + BigInt(units))
  return new Map([...sums].sort(([one], [other]) => (one < other ? -1 : 1)))
}

const inParts = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))

const payerOf = ({ personId, gift }: typeof CycleClosed.Type): string => gift?.payerId ?? personId

/** The reference of what goes back. Somebody who gave it must not learn who claimed it. */
const returnsTo = (cycle: typeof CycleClosed.Type) =>
  cycle.gift === undefined
    ? { reference: `cycle-${cycleIdOf(cycle)}` }
    : // Payers of gifts may have left meanwhile.
      { reference: `gift-${cycle.gift.giftId}`, isGuarded: cycle.isUndone !== true }

/** What goes back to the payer. */
const returnedOf = ({ returned, seats = [] }: typeof CycleClosed.Type): bigint =>
  seats.reduce((sum, seat) => sum + BigInt(seat.returned), BigInt(returned))
