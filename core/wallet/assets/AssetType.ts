/** What balances and prices are counted in. */
export type AssetType = {
  /** The id in calls and in every event about money. */
  readonly assetTypeId: number
  readonly name: string
  /** Decimals of the smallest unit. Booked amounts are integers of that unit. */
  readonly digits: number
  /** Decimals that are shown even if they are zero. Further ones are shown if they are not. */
  readonly shownDigits: number
  /** Sort key, lowest first. */
  readonly place: number
  /** Whether new deposits and donations are accepted. Existing balances are shown and can be withdrawn. */
  readonly isOffered: boolean
}

/** Defaults until operators change them. BTC, BCH and LTC are coins of chains; USD and EUR only price them. */
export const DEFAULT_ASSET_TYPES: ReadonlyArray<AssetType> = (
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

/** Assets that are coins of a chain. They can be deposited, held, donated and withdrawn. */
export const COIN_IDS: ReadonlyArray<number> = [1, 2, 3]

/** Sorts by place, then by id. */
export const sortAssetTypes = (types: Iterable<AssetType>): ReadonlyArray<AssetType> =>
  [...types].sort((one, other) => one.place - other.place || one.assetTypeId - other.assetTypeId)

/** The defaults, replaced by what operators have set. */
export const withDefaultAssetTypes = (set: ReadonlyArray<AssetType>): ReadonlyArray<AssetType> =>
  sortAssetTypes(new Map([...DEFAULT_ASSET_TYPES, ...set].map((each) => [each.assetTypeId, each])).values())
