import { Effect } from "effect"
import { unitsText } from "#core/ledger"
import { type ListedOffer, type OwnSeat, offersOfCreators, rulesOf, seatsOfPerson } from "#projections/subscriptions"
import { currencyName } from "../../lib/baseCurrency.ts"

/** Decimals of the base currencies. */
const BASE_DIGITS = 2

/** What the pages of a channel show about its premium offer. */
export type ChannelLevels = {
  readonly offer: ListedOffer
  /** The monthly price as text, and its currency. */
  readonly price: string
  readonly currency: string
  /** The reader's seat or place in the waiting list. */
  readonly seat: OwnSeat | null
}

/** The premium offer of a creator, and the reader's seat; null if nothing is offered. */
export const readLevels = Effect.fn("readLevels")(function* (
  creatorId: string,
  personId: string | undefined,
  nowMs: number,
) {
  const offer = (yield* offersOfCreators([creatorId], nowMs)).get(creatorId)
  if (offer === undefined || offer.pmsf === 0n) return null
  const seats = personId === undefined ? [] : yield* seatsOfPerson(personId, nowMs)
  return {
    ...{ offer, price: unitsText(offer.pmsf, BASE_DIGITS), currency: currencyName(offer.currencyId) },
    seat: seats.find(({ channelId }) => channelId === offer.channelId) ?? null,
  } satisfies ChannelLevels
})

/** The premium offers of the creators in a person's rules. */
export const offersInRules = Effect.fn("offersInRules")(function* (personId: string, nowMs: number) {
  const rules = yield* rulesOf(personId)
  const creatorIds = new Set(rules.flatMap(({ creators }) => creators.map(({ creatorId }) => creatorId)))
  return (yield* offersOfCreators([...creatorIds], nowMs)).values()
})
