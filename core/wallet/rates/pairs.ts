/** The currencies that balances are valued in; each is an asset type that is neither deposited nor withdrawn. */
export const BASE_CURRENCIES = [
  { assetTypeId: 4, name: "USD", digits: 2 },
  { assetTypeId: 5, name: "EUR", digits: 2 },
] as const

/** The assets that have a price. */
const PRICED = [
  { assetTypeId: 1, name: "BTC" },
  { assetTypeId: 2, name: "BCH" },
  { assetTypeId: 3, name: "LTC" },
] as const

/** An asset and the currency that its price is in. */
export type Pair = {
  /** As configuration and operators write it: `BTC/USD`. */
  readonly name: string
  readonly assetTypeId: number
  readonly baseAssetTypeId: number
}

export const PAIRS: ReadonlyArray<Pair> = PRICED.flatMap((asset) =>
  BASE_CURRENCIES.map((base) => ({
    name: `${asset.name}/${base.name}`,
    assetTypeId: asset.assetTypeId,
    baseAssetTypeId: base.assetTypeId,
  })),
)
