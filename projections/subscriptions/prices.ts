import { Clock, Effect, Layer } from "effect"
import { BASE_CURRENCIES, DEFAULT_ASSET_TYPES } from "#contract/wallet"
import type { Sql } from "#core/kernel"
import { Prices } from "#core/subscriptions"
import { currentRates, isValidAt } from "#projections/rates"

/** Prices fees with the current rates. An outdated rate prices nothing. */
export const pricesLayer = Layer.effect(
  Prices,
  Effect.map(Effect.context<Sql>(), (services) =>
    Prices.of({
      priceOf: Effect.fnUntraced(function* (assetTypeId, currencyId) {
        const nowMs = yield* Clock.currentTimeMillis
        const rate = (yield* currentRates(currencyId)).find((each) => each.assetTypeId === assetTypeId)
        const digits = DEFAULT_ASSET_TYPES.find((each) => each.assetTypeId === assetTypeId)?.digits
        const baseDigits = BASE_CURRENCIES.find((each) => each.assetTypeId === currencyId)?.digits
        if (rate === undefined || digits === undefined || baseDigits === undefined || !isValidAt(rate, nowMs))
          return null
        return { mid: rate.mid, digits, baseDigits, snapshotId: rate.snapshotId }
      }, Effect.provide(services)),
    }),
  ),
)
