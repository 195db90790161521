/** Currencies in which balances are valued; asset types without deposits and withdrawals. */
export const BASE_CURRENCIES = [
  { assetTypeId: 4, name: "USD", digits: 2 },
  { assetTypeId: 5, name: "EUR", digits: 2 },
] as const

/** Assets with a price. */
const PRICED = [
  { assetTypeId: 1, name: "BTC" },
  { assetTypeId: 2, name: "BCH" },
  { assetTypeId: 3, name: "LTC" },
] as const

/** An asset and the currency of its price. */
export type RatePair = {
  /** In configuration and CLI: `BTC/USD`. */
  readonly name: string
  readonly assetTypeId: number
  readonly baseAssetTypeId: number
}

export const RATE_PAIRS: ReadonlyArray<RatePair> = PRICED.flatMap((asset) =>
  BASE_CURRENCIES.map((base) => ({
    name: `${asset.name}/${base.name}`,
    assetTypeId: asset.assetTypeId,
    baseAssetTypeId: base.assetTypeId,
  })),
)
