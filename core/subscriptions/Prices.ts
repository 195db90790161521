import { Context, type Effect } from "effect"
import type { Price } from "./rule/chargeTypes.ts"

/** Port: current rates. projections/subscriptions implements it. */
export class Prices extends Context.Service<
  Prices,
  {
    /** The rate that prices a fee now; null if there is none, or only an outdated one. */
    priceOf(assetTypeId: number, currencyId: number): Effect.Effect<Price | null>
  }
>()("core/subscriptions/Prices") {}
