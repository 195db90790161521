import { type AssetType, COIN_IDS, DEFAULT_ASSET_TYPES } from "#contract/wallet"

export type { AssetType }

// On globalThis, because pages are built apart from the process that serves them.
const held = globalThis as { quireAssetTypes?: ReadonlyArray<AssetType> }

/** What balances and prices are counted in, in the order in which it is shown: as last kept, at first as it comes. */
export const assetTypes = (): ReadonlyArray<AssetType> => held.quireAssetTypes ?? DEFAULT_ASSET_TYPES

/** Has the asset types as they are now for everything that shows an amount in this process. */
export const setAssetTypes = (types: ReadonlyArray<AssetType>): void => {
  held.quireAssetTypes = types
}

/**
 * Name and decimals of an asset type.
 * @throws where there is none of this id
 */
export const assetOf = (assetTypeId: number): AssetType => {
  const found = assetTypes().find((each) => each.assetTypeId === assetTypeId)
  if (found === undefined) throw new Error(`There is no asset type ${assetTypeId}`)
  return found
}

/** The coins, in the order in which they are shown. */
export const coins = (): ReadonlyArray<AssetType> =>
  assetTypes().filter(({ assetTypeId }) => COIN_IDS.includes(assetTypeId))

/** The coins of which more may come in. */
export const offeredCoins = (): ReadonlyArray<AssetType> => coins().filter(({ isOffered }) => isOffered)
