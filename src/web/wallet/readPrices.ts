import { Effect } from "effect"
import type { Member } from "#contract/accounts"
import { listPrices, ratesAt } from "#projections/rates"
import { baseCurrencyOf } from "../../lib/baseCurrency.ts"
import { type Prices, valueAt } from "../../lib/prices.ts"

type Reader = Pick<Member, "preferences">

/** The reader's base currency and the last prices in it; null if they have chosen none. */
export const readPrices = Effect.fn("readPrices")(function* (member: Reader, nowMs: number) {
  const base = baseCurrencyOf(member)
  return base === null ? null : ({ base, prices: yield* listPrices(base.assetTypeId, nowMs) } satisfies Prices)
})

type Entry = { readonly assetTypeId: number; readonly amount: bigint; readonly at: Date }

/** What each amount was worth at its time, as text; null without a base currency or a rate. */
export const readPastWorths = Effect.fn("readPastWorths")(function* (
  member: Reader,
  entries: ReadonlyArray<Entry>,
  locale: string,
) {
  const base = baseCurrencyOf(member)
  if (base === null) return entries.map(() => null)
  const mids = yield* ratesAt(base.assetTypeId, entries)
  return entries.map(({ amount, assetTypeId }, place) => {
    const mid = mids[place] ?? null
    return mid === null ? null : valueAt(amount, { mid, assetTypeId, base, locale })
  })
})
