/** What balances and prices are counted in. */
export type AssetType = {
  /** On the wire and in every fact about money. */
  readonly assetTypeId: number
  readonly name: string
  /** Decimals of its smallest unit: what an amount in the books means. */
  readonly digits: number
  /** Decimals that are shown even where they are noughts; finer ones are shown wherever there is anything in them. */
  readonly shownDigits: number
  /** Where it stands among the others, lowest first. */
  readonly place: number
  /** Whether anything new of it may come in. What is there stays, and can leave. */
  readonly isOffered: boolean
}

/** What holds until an operator sets something else. BTC, BCH and LTC are coins of chains, USD and EUR only price them. */
export const FIRST_ASSET_TYPES: ReadonlyArray<AssetType> = (
  [
    [1, "BTC", 8],
    [2, "BCH", 8],
    [3, "LTC", 8],
    [4, "USD", 2],
    [5, "EUR", 2],
  ] as const
).map(([assetTypeId, name, digits]) => ({
  assetTypeId,
  name,
  digits,
  shownDigits: 2,
  place: assetTypeId,
  isOffered: true,
}))

/** Asset types as they are shown: by their place, and by their id where two have the same. */
export const inPlace = (types: Iterable<AssetType>): ReadonlyArray<AssetType> =>
  [...types].sort((one, other) => one.place - other.place || one.assetTypeId - other.assetTypeId)

/** The first asset types with what was set since in their stead. */
export const withFirst = (set: ReadonlyArray<AssetType>): ReadonlyArray<AssetType> =>
  inPlace(new Map([...FIRST_ASSET_TYPES, ...set].map((each) => [each.assetTypeId, each])).values())
