import { Context, Effect, Layer } from "effect"
import { Prices } from "#core/subscriptions"

const COIN_DIGITS = 8
const CURRENCY_DIGITS = 2

/** The rate of an operation, as decimal text: dollars a coin. The same in every process that executes it. */
export const SimRate = Context.Reference<string>("simulator/SimRate", { defaultValue: () => "1000" })

/** Prices every fee at the rate of the operation. */
export const simulatedPrices = Layer.succeed(Prices, {
  priceOf: () =>
    Effect.map(SimRate, (mid) => ({ mid, digits: COIN_DIGITS, baseDigits: CURRENCY_DIGITS, snapshotId: `sim ${mid}` })),
})
